import {
  Building2,
  CalendarOff,
  DoorOpen,
  EyeOff,
  FileText,
  House,
  KeyRound,
  Mail,
  Scale,
  ScanBarcode,
  ShieldCheck,
  Tags,
  UserPlus,
  Webhook,
} from "lucide-react";

/** The icons of the sections of `lib/screens/settings.ts`. */
export const SECTION_ICONS = {
  building2: Building2,
  calendarOff: CalendarOff,
  eyeOff: EyeOff,
  fileText: FileText,
  globe: DoorOpen,
  house: House,
  keyRound: KeyRound,
  mail: Mail,
  scale: Scale,
  scanBarcode: ScanBarcode,
  shieldCheck: ShieldCheck,
  tags: Tags,
  userPlus: UserPlus,
  webhook: Webhook,
};
