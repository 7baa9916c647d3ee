import { Undo2 } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import type { Added } from "./added.ts";
import { useTakeBack } from "./queries.ts";

/** The number of barcodes that are shown of an entry. */
const SHOWN_BARCODES = 3;

interface AddedListProps {
  /** The latest first. */
  added: readonly Added[];
  onTakenBack: (entry: Added) => void;
}

/** What was added since the screen was opened, each with its undo. */
export function AddedList({ added, onTakenBack }: AddedListProps) {
  const { t } = useTranslation();
  if (added.length === 0) return null;
  return (
    <Section title={t("addByIsbn.added")}>
      <Card flush>
        <ul className="flex flex-col divide-y divide-line">
          {added.map((entry) => (
            <AddedEntry key={entry.key} entry={entry} onTakenBack={() => onTakenBack(entry)} />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function AddedEntry({ entry, onTakenBack }: { entry: Added; onTakenBack: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bookId, title, barcodes, copyIds, problem, isTakenBack } = entry;
  const takeBack = useAction(useTakeBack(), {
    done: () => {
      onTakenBack();
      return null;
    },
    failed: t("addByIsbn.undoFailed"),
    about: title,
  });
  const more = barcodes.length - SHOWN_BARCODES;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-5">
      <span className="min-w-0 flex-1 basis-56">
        <span className={`block break-words ${isTakenBack ? "line-through" : ""}`} dir="auto">
          {isTakenBack ? (
            title
          ) : (
            <TextLink to={pathTo("/admin/books", { edit: bookId })}>{title}</TextLink>
          )}
        </span>
        <span className="block break-words text-muted text-sm">
          {t(copyIds ? "addByIsbn.copiesAdded" : "addByIsbn.bookAdded", {
            count: barcodes.length,
            number: format.count(barcodes.length),
          })}
          {barcodes.length > 0
            ? ` · ${barcodes.slice(0, SHOWN_BARCODES).join(", ")}${more > 0 ? ` +${format.count(more)}` : ""}`
            : ""}
        </span>
        {problem ? <span className="block text-danger text-sm">{problem}</span> : null}
      </span>
      {isTakenBack ? (
        <Badge>{t("addByIsbn.undone")}</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          pending={takeBack.pending}
          aria-label={t("addByIsbn.undoOf", { title })}
          onClick={() => void takeBack.run({ bookId, copyIds })}
        >
          <Undo2 aria-hidden="true" />
          {t("addByIsbn.undo")}
        </Button>
      )}
    </li>
  );
}
