import { Barcode, BookOpen, Gauge, ListChecks, ScrollText, Settings, Users } from "lucide-react";

/** The icons of the menu entries of `lib/screens/staff.ts`. */
export const STAFF_ICONS = {
  barcode: Barcode,
  bookOpen: BookOpen,
  gauge: Gauge,
  listChecks: ListChecks,
  scrollText: ScrollText,
  settings: Settings,
  users: Users,
};
