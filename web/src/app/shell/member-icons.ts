import { BookMarked, Heart, History, House, LibraryBig, Search, UserRound } from "lucide-react";

/** The icons of the menu entries of `lib/screens/members.ts`. */
export const MEMBER_ICONS = {
  bookMarked: BookMarked,
  heart: Heart,
  history: History,
  house: House,
  libraryBig: LibraryBig,
  search: Search,
  userRound: UserRound,
};
