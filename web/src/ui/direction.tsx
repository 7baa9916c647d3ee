import { lazy, type ReactNode, Suspense } from "react";
import { useLanguage } from "@/lib/i18n/index.ts";

// Base UI assumes the other direction, so most visitors need no part of it in the first load.
const RightToLeft = lazy(() => import("./right-to-left.tsx"));

/** Tells Base UI's components in which direction the page is written. */
export function Direction({ children }: { children: ReactNode }) {
  if (useLanguage().direction === "ltr") return children;
  return (
    <Suspense fallback={null}>
      <RightToLeft>{children}</RightToLeft>
    </Suspense>
  );
}
