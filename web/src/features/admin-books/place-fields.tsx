import type { ReactNode } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { amountProblem } from "@/lib/amount-problem.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM } from "@/lib/limits.ts";
import { parseMoney } from "@/lib/money.ts";
import type { Form, Problems } from "@/lib/use-form.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { TextInput } from "@/ui/text-input.tsx";

/** Where a copy stands, and under which conditions it is lent; empty texts where nothing is recorded. */
export interface PlaceValues {
  callNumber: string;
  location: string;
  itemType: string;
  /** The price of a new copy as it is typed. */
  price: string;
  /** Whether it is only used in the library. */
  notForLoan: boolean;
}

/** The values of a new copy of which nothing is known. */
export const NO_PLACE: PlaceValues = {
  callNumber: "",
  location: "",
  itemType: "",
  price: "",
  notForLoan: false,
};

const PRICE_PROBLEMS = {
  invalid: "admin.fines.amountInvalid",
  zero: "admin.books.priceZero",
  high: "admin.books.priceHigh",
} as const;

/** The values as they are sent. */
export function placeForm(
  { callNumber, location, itemType, price, notForLoan }: PlaceValues,
  decimals: number,
) {
  return {
    callNumber,
    location,
    itemType: itemType === "" ? null : itemType,
    price: price.trim() === "" ? null : parseMoney(price, decimals),
    isLendable: !notForLoan,
  };
}

/** Checks the values as the server will. */
export function placeProblems(
  { price }: Pick<PlaceValues, "price">,
  decimals: number,
): Problems<PlaceValues> {
  if (price.trim() === "") return {};
  const problem = amountProblem(price, decimals);
  return problem === null ? {} : { price: PRICE_PROBLEMS[problem] };
}

interface PlaceFieldsProps {
  form: Pick<Form<PlaceValues>, "box" | "text" | "values" | "set" | "error">;
  /** Other fields of the form, before the item type. */
  children?: ReactNode;
}

/** The fields of a copy's place and conditions, as cells of a grid. */
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
      <TextInput
        label={t("admin.books.price")}
        hint={t("admin.books.priceHint")}
        optional
        inputMode="decimal"
        autoComplete="off"
        {...form.text("price")}
      />
      <div className="col-span-full">
        <Checkbox
          label={t("admin.books.notForLoan")}
          hint={t("admin.books.notForLoanHint")}
          {...form.box("notForLoan")}
        />
      </div>
    </>
  );
}
