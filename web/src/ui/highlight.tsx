import { piecesOf } from "@/lib/highlight.ts";

interface HighlightProps {
  text: string;
  /** The search text; without it nothing is highlighted. */
  search: string | undefined;
}

/** A text with the matched beginnings of words highlighted. */
export function Highlight({ text, search }: HighlightProps) {
  if (!search) return text;
  let at = 0;
  return piecesOf(text, search).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.match ? (
      <mark key={key} className="rounded-[2px] bg-brass-soft text-inherit">
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}
