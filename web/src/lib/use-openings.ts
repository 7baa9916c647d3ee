import { useState } from "react";

/**
 * Counts the openings of a panel. As a key, it resets the content at each opening and keeps it while the panel slides
 * out.
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
