import { Link } from "@/ui/link.tsx";

const LINES = { 1: "line-clamp-1", 2: "line-clamp-2" } as const;

interface TitleLinkProps {
  title: string;
  to: string;
  /** The lines after which the title is cut. */
  lines?: keyof typeof LINES;
}

/** The title of a book in a list, as a link. */
export function TitleLink({ title, to, lines = 2 }: TitleLinkProps) {
  return (
    <Link
      to={to}
      className={`${LINES[lines]} w-fit max-w-full break-words rounded-chip font-medium font-serif text-base leading-snug hover:text-primary`}
    >
      <span dir="auto">{title}</span>
    </Link>
  );
}
