import { SearchCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { Button } from "@/ui/button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import type { BookFilters } from "./book-filters.ts";

const SaveSearchDialog = onDemand(async () => {
  const [module] = await Promise.all([
    import("./saved-searches/save-search-dialog.tsx"),
    loadTexts("savedSearches"),
  ]);
  return module.default;
});

/** Opens the dialog that saves the search; its code is fetched when it is first opened. */
export function SaveSearchButton({ filters }: { filters: BookFilters }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <SearchCheck aria-hidden="true" />
        {t("books.saveSearch")}
      </Button>
      {wanted ? <SaveSearchDialog filters={filters} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
