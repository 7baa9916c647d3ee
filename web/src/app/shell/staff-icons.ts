import {
  Barcode,
  BookOpen,
  FileUp,
  Gauge,
  ListChecks,
  ScanBarcode,
  ScrollText,
  Settings,
  Tags,
  Users,
} from "lucide-react";

/** The icons of the menu entries of `lib/screens/staff.ts`. */
export const STAFF_ICONS = {
  barcode: Barcode,
  bookOpen: BookOpen,
  fileUp: FileUp,
  gauge: Gauge,
  listChecks: ListChecks,
  scanBarcode: ScanBarcode,
  scrollText: ScrollText,
  settings: Settings,
  tags: Tags,
  users: Users,
};
