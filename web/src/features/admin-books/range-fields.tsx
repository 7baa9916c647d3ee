import type { KeyboardEvent } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_COPY_FORM } from "@/lib/limits.ts";
import type { Form } from "@/lib/use-form.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { mayHaveCheckDigits, type RangeValues, rangeOf } from "./barcode-range.ts";

/**
 * The first and the last barcode of a range, and what it expands to. Enter, which scanners send, goes from the first to
 * the last barcode, and then to the button, so that the number of copies is seen before they are added.
 */
export function RangeFields({
  form,
}: {
  form: Pick<Form<RangeValues>, "values" | "text" | "box">;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { barcodes } = rangeOf(form.values);
  const goTo = (event: KeyboardEvent<HTMLInputElement>, selector: string) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLElement>(selector)?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextInput
          label={t("admin.books.range.first")}
          hint={t("admin.books.range.hint")}
          autoComplete="off"
          spellCheck={false}
          maxLength={NEW_COPY_FORM.barcode.max}
          {...form.text("first")}
          onKeyDown={(event) => {
            if (form.values.first.trim() !== "") goTo(event, "[name=last]");
          }}
        />
        <TextInput
          label={t("admin.books.range.last")}
          autoComplete="off"
          spellCheck={false}
          maxLength={NEW_COPY_FORM.barcode.max}
          {...form.text("last")}
          onKeyDown={(event) => {
            if (barcodes !== null) goTo(event, "[type=submit]");
          }}
        />
      </div>
      {mayHaveCheckDigits(form.values) ? (
        <Checkbox
          label={t("admin.books.range.checkDigits")}
          hint={t("admin.books.range.checkDigitsHint")}
          {...form.box("checkDigits")}
        />
      ) : null}
      <p aria-live="polite" className="text-md empty:-mt-3">
        {barcodes === null ? null : (
          <>
            {t("admin.books.range.count", {
              count: barcodes.length,
              number: format.count(barcodes.length),
            })}{" "}
            <bdi className="inline-block max-w-full break-all font-mono">{barcodes[0]}</bdi>
            {barcodes.length > 1 ? (
              <>
                {" – "}
                <bdi className="inline-block max-w-full break-all font-mono">{barcodes.at(-1)}</bdi>
              </>
            ) : null}
          </>
        )}
      </p>
    </div>
  );
}
