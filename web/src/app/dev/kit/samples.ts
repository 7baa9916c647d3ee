import type { ShownBook } from "@/parts/books/book-cover.tsx";

/** Real books: with short and long texts, right to left, and in another script. */
export const BOOKS: readonly ShownBook[] = [
  { _id: "1", title: "Dune", author: "Frank Herbert", category: "Science Fiction and Fantasy" },
  {
    _id: "2",
    title:
      "Das geheime Leben der Bäume: Was sie fühlen, wie sie kommunizieren – die Entdeckung einer verborgenen Welt",
    author: "Peter Wohlleben",
    category: "Biology",
  },
  { _id: "3", title: "الأيام", author: "طه حسين", category: "Biography" },
  { _id: "4", title: "こころ", author: "夏目漱石", category: "Fiction" },
  {
    _id: "5",
    title: "An Introduction to Thermal Physics",
    author: "Daniel V. Schroeder",
    category: "Physics",
  },
  {
    _id: "6",
    title: "The Hound of the Baskervilles",
    author: "Arthur Conan Doyle",
    category: "Mystery",
  },
].map((book) => ({ ...book, coverImage: null }));
