import { useNavigate } from "react-router";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Button } from "@/ui/button.tsx";

/** The maximum number of books that are merged at once. */
const MOST = 4;

/** Opens the comparison of the selected books, two to four. */
export function MergeBooks({ selected }: { selected: readonly Book[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isPossible = selected.length > 1 && selected.length <= MOST;
  const books = selected.map(({ _id }) => _id);
  return (
    <Button
      size="sm"
      disabledReason={isPossible ? undefined : t("admin.books.mergeCount")}
      onClick={() => void navigate(pathTo("/admin/duplicates/merge", { books, from: "books" }))}
    >
      {t("admin.books.merge")}
    </Button>
  );
}
