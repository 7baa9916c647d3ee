import { DirectionProvider } from "@base-ui/react/direction-provider";
import type { ReactNode } from "react";

/** Sets the direction of Base UI's components, such as sliders and menus, to right to left. */
export default function RightToLeft({ children }: { children: ReactNode }) {
  return <DirectionProvider direction="rtl">{children}</DirectionProvider>;
}
