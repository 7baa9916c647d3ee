import { useTranslation } from "@/lib/i18n/index.ts";
import type { Form } from "@/lib/use-form.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { BookValues } from "./book-form.ts";
import { useCategories } from "./queries.ts";
import { isKnownCategory, similarCategories } from "./similar-categories.ts";

interface CategoryFieldProps {
  form: Form<BookValues>;
  /** The id of the list of categories to choose from. */
  list: string;
  /** Where the category comes from. */
  hint?: string | undefined;
}

/** The category of a book. For a new name, says that it creates a category, and offers similar ones. */
export function CategoryField({ form, list, hint }: CategoryFieldProps) {
  const { t } = useTranslation();
  const categories = useCategories();
  const name = form.values.category.trim();
  const isNew =
    name !== "" && categories.data !== undefined && !isKnownCategory(name, categories.data);
  const similar = isNew ? similarCategories(name, categories.data ?? []) : [];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextInput
        label={t("admin.books.fields.category")}
        list={list}
        hint={isNew ? t("admin.books.fields.newCategory") : hint}
        {...form.text("category")}
      />
      <LiveRegion>{isNew ? t("admin.books.fields.newCategory") : ""}</LiveRegion>
      {similar.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
          <span>{t("admin.books.fields.similarCategories")}</span>
          {similar.map((category) => (
            <Button
              key={category}
              size="sm"
              variant="secondary"
              onClick={() => form.set("category", category)}
            >
              {category}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
