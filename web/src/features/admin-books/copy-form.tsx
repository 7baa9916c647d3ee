import type { Copy, Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPY_CHANGE_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type Condition, ConditionSelect } from "./condition-select.tsx";
import { PlaceFields, type PlaceValues, placeForm, placeProblems } from "./place-fields.tsx";
import { useChangeCopy } from "./queries.ts";

type NewState = NonNullable<Shape<"CopyChangeForm">["state"]>;

/** The states that staff can choose for a copy, by its current state. */
const NEXT_STATES: Partial<Record<Copy["state"], readonly NewState[]>> = {
  available: ["available", "lost", "damaged", "in_repair"],
  lost: ["lost", "available"],
  damaged: ["damaged", "in_repair", "available", "lost"],
  in_repair: ["in_repair", "available", "damaged", "lost"],
};

interface Values extends PlaceValues {
  barcode: string;
  condition: Condition | "";
  state: NewState | "";
  stateReason: string;
}

/** Changes a copy: its barcode, place, condition, item type and price, and its state unless it is on loan. */
export function CopyForm({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const { t } = useTranslation();
  const states = NEXT_STATES[copy.state] ?? [];
  const change = useChangeCopy();
  const { decimals, typedMoney } = useFormat();
  const { form, action } = useFormAction({
    initial: {
      barcode: copy.barcode,
      callNumber: copy.callNumber ?? "",
      location: copy.location ?? "",
      condition: copy.condition ?? "",
      itemType: copy.itemType ?? "",
      price: copy.price === null ? "" : typedMoney(copy.price),
      notForLoan: !copy.isLendable,
      state: states[0] ?? "",
      stateReason: copy.stateReason ?? "",
    },
    check: ({ barcode, price }: Values): Problems<Values> => ({
      ...(barcode.trim() === "" ? { barcode: "admin.books.barcodeRequired" } : {}),
      ...placeProblems({ price }, decimals),
    }),
    save: ({ barcode, condition, state, stateReason, ...place }) =>
      change.mutateAsync({
        id: copy._id,
        barcode,
        ...placeForm(place, decimals),
        condition: condition === "" ? null : condition,
        // An unchanged state is not sent: the copy may have been lent in the meantime.
        ...(state === "" || state === copy.state ? {} : { state }),
        ...(stateReason === (copy.stateReason ?? "") && state === copy.state
          ? {}
          : { stateReason }),
      }),
    done: () => {
      onClose();
      return t("admin.books.copySaved");
    },
    failed: t("admin.books.copyFailed"),
    shows: "toast",
  });
  return (
    <form
      {...form.props}
      aria-label={t("admin.books.editCopyOf", { barcode: copy.barcode })}
      className="flex w-full flex-col gap-4 py-1"
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <PlaceFields form={form}>
          <TextInput
            label={t("admin.copies.barcode")}
            autoComplete="off"
            maxLength={COPY_CHANGE_FORM.barcode.max}
            {...form.text("barcode")}
          />
          <ConditionSelect
            label={t("admin.copies.condition")}
            value={form.values.condition}
            onCondition={(condition) => form.set("condition", condition)}
          />
          {states.length === 0 ? null : (
            <Select
              label={t("admin.copies.state")}
              value={form.values.state}
              onValueChange={(state) => {
                form.set("state", state);
                form.set("stateReason", state === copy.state ? (copy.stateReason ?? "") : "");
              }}
              options={states.map((value) => ({
                value,
                label: t(`admin.books.state.${value}`),
              }))}
            />
          )}
          {form.values.state === "" || form.values.state === "available" ? null : (
            <TextInput
              label={t("admin.books.stateReason")}
              hint={t("admin.books.stateReasonHint")}
              optional
              autoComplete="off"
              maxLength={COPY_CHANGE_FORM.stateReason.max}
              {...form.text("stateReason")}
            />
          )}
        </PlaceFields>
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="sm" pending={action.pending}>
          {t("admin.books.save")}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
