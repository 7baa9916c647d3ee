import { useState } from "react";

/**
 * How often something was opened: a key under which each opening begins anew, while what slides
 * out keeps what it showed.
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
