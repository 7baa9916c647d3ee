import { useState } from "react";

/**
 * How often something was opened: a key that resets the content at each opening, while the content that slides
 * out stays unchanged.
 */
export function useOpenings(open: boolean): number {
  const [wasOpen, setWasOpen] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return openings;
}
