import { piecesOf } from "@/lib/highlight.ts";

interface HighlightProps {
  text: string;
  /** What was searched for; without it nothing is marked. */
  search: string | undefined;
}

/** A text with the beginnings of words marked that were searched for. */
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
