import { BookMarked, Heart, History, House, LibraryBig, SearchCheck, UserRound } from "lucide-react";

/** The icons of the menu entries of `lib/screens/members.ts`. */
export const MEMBER_ICONS = {
  bookMarked: BookMarked,
  heart: Heart,
  history: History,
  house: House,
  libraryBig: LibraryBig,
  searchCheck: SearchCheck,
  userRound: UserRound,
};
