import { lazy, type ReactNode, Suspense } from "react";
import { useLanguage } from "@/lib/i18n/index.ts";

// Base UI assumes left to right, so most visitors do not need this code in the first load.
const RightToLeft = lazy(() => import("./right-to-left.tsx"));

/** Provides the direction of the page to Base UI's components. */
export function Direction({ children }: { children: ReactNode }) {
  if (useLanguage().direction === "ltr") return children;
  return (
    <Suspense fallback={null}>
      <RightToLeft>{children}</RightToLeft>
    </Suspense>
  );
}
