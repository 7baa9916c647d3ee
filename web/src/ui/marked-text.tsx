import { useMemo } from "react";
import { type Inline, parseMarks } from "@/lib/marks.ts";
import { ExternalLink } from "./external-link.tsx";
import { TextLink } from "./link.tsx";

/** A text with a few marks of Markdown, as headings, lists, paragraphs and links. */
export function MarkedText({ source }: { source: string }) {
  const blocks = useMemo(() => parseMarks(source), [source]);
  return (
    <div className="flex max-w-measure flex-col gap-4" dir="auto">
      {numbered(blocks).map(({ key, part: block }) => {
        if (block.kind === "heading") {
          return block.level === 2 ? (
            <h2 key={key} className="mt-4 font-medium font-serif text-xl first:mt-0">
              <Parts parts={block.parts} />
            </h2>
          ) : (
            <h3 key={key} className="mt-2 font-semibold">
              <Parts parts={block.parts} />
            </h3>
          );
        }
        if (block.kind === "paragraph") {
          return (
            <p key={key} className="text-pretty">
              <Parts parts={block.parts} />
            </p>
          );
        }
        const List = block.ordered ? "ol" : "ul";
        return (
          <List
            key={key}
            className={`flex flex-col gap-2 ps-5 marker:text-subtle ${block.ordered ? "list-decimal" : "list-disc"}`}
          >
            {numbered(block.items).map((item) => (
              <li key={item.key} className="ps-1">
                <Parts parts={item.part} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** Parts with their indexes as keys, because the parts of a text do not move. */
function numbered<P>(parts: readonly P[]): { key: string; part: P }[] {
  return parts.map((part, place) => ({ key: String(place), part }));
}

function Parts({ parts }: { parts: Inline[] }) {
  return numbered(parts).map(({ key, part }) => {
    if (part.kind === "text") return part.text;
    if (part.kind === "link") return <Target key={key} to={part.to} parts={part.parts} />;
    const Mark = part.kind === "strong" ? "strong" : "em";
    return (
      <Mark key={key} className={part.kind === "strong" ? "font-semibold" : ""}>
        <Parts parts={part.parts} />
      </Mark>
    );
  });
}

function Target({ to, parts }: { to: string; parts: Inline[] }) {
  if (to.startsWith("/")) {
    return (
      <TextLink to={to}>
        <Parts parts={parts} />
      </TextLink>
    );
  }
  return (
    <ExternalLink href={to}>
      <Parts parts={parts} />
    </ExternalLink>
  );
}
