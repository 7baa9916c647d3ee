import { createContext } from "react";

/** Whether pictures from other sites are loaded: those sites learn who looks at which book. */
export const ForeignCoversContext = createContext(false);

/** Whether a picture comes from another site. */
export function isForeign(src: string): boolean {
  if (!URL.canParse(src, location.origin)) return false;
  const address = new URL(src, location.origin);
  return address.protocol.startsWith("http") && address.origin !== location.origin;
}
