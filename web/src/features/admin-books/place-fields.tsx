import type { ReactNode } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM } from "@/lib/limits.ts";
import type { Form } from "@/lib/use-form.ts";
import { KindSelect } from "@/ui/kind-select.tsx";
import { TextInput } from "@/ui/text-input.tsx";

/** Where a copy stands, and its item type; empty texts where it has none. */
export interface PlaceValues {
  callNumber: string;
  location: string;
  itemType: string;
}

/** The values as they are sent. */
export function placeForm({ callNumber, location, itemType }: PlaceValues) {
  return { callNumber, location, itemType: itemType === "" ? null : itemType };
}

interface PlaceFieldsProps {
  form: Pick<Form<PlaceValues>, "text" | "values" | "set" | "error">;
  /** Other fields of the form, before the item type. */
  children?: ReactNode;
}

/** The fields of a copy's place and item type, as cells of a grid. */
export function PlaceFields({ form, children }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const kinds = useKinds();
  return (
    <>
      <TextInput
        label={t("admin.copies.callNumber")}
        optional
        maxLength={COPIES_FORM.callNumber.max}
        {...form.text("callNumber")}
      />
      <TextInput
        label={t("admin.copies.location")}
        optional
        maxLength={COPIES_FORM.location.max}
        {...form.text("location")}
      />
      {children}
      <div className="empty:hidden">
        <KindSelect
          label={t("admin.books.copyItemType")}
          none={t("admin.books.asTheBook")}
          name="itemType"
          kinds={kinds.data?.itemTypes}
          value={form.values.itemType}
          onValueChange={(code) => form.set("itemType", code)}
          error={form.error("itemType")}
        />
      </div>
    </>
  );
}
