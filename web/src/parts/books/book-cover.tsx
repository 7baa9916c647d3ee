import { Cover } from "@/ui/cover/cover.tsx";
import { Link } from "@/ui/link.tsx";

/** The fields of a book that a card or a row shows. */
export interface ShownBook {
  _id: string;
  title: string;
  author: string;
  category: string;
  coverImage: string | null;
}

/** The cover of a book beside its title, as wide as its box. Hidden from screen readers. */
export function BookCover({ book }: { book: Omit<ShownBook, "_id"> }) {
  const { title, author, category, coverImage } = book;
  return <Cover title={title} author={author} category={category} src={coverImage} decorative />;
}

interface CoverLinkProps {
  book: ShownBook;
  to: string;
  /** Its width and place. */
  className: string;
}

/** The cover as a second link beside that of the title, for the pointer only. */
export function CoverLink({ book, to, className }: CoverLinkProps) {
  return (
    <Link to={to} aria-hidden tabIndex={-1} className={`block ${className}`}>
      <BookCover book={book} />
    </Link>
  );
}
