import { DirectionProvider } from "@base-ui/react/direction-provider";
import type { ReactNode } from "react";

/** Tells Base UI's components, such as sliders and menus, that the page is written from right to left. */
export default function RightToLeft({ children }: { children: ReactNode }) {
  return <DirectionProvider direction="rtl">{children}</DirectionProvider>;
}
