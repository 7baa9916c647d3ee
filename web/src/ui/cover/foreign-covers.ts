import { createContext } from "react";

/** Whether images from other sites are loaded. Those sites then learn which person views which book. */
export const ForeignCoversContext = createContext(false);

/** Whether an image is on another site. */
export function isForeign(src: string): boolean {
  if (!URL.canParse(src, location.origin)) return false;
  const address = new URL(src, location.origin);
  return address.protocol.startsWith("http") && address.origin !== location.origin;
}
