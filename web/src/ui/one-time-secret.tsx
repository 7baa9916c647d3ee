import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";

/** Milliseconds for which the button shows that the secret was copied. */
const COPIED_MS = 2_000;

/** A secret that is shown only once, to be selected or copied. */
export function OneTimeSecret({
  label,
  hint,
  value,
}: {
  label: string;
  hint?: string;
  value: string;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without permission for the clipboard, the text can still be selected.
    }
  };
  return (
    <Field label={label} hint={hint} unmarked>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...control}
            readOnly
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            value={value}
            className={`${controlStyle()} min-w-48 flex-1 font-mono!`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="secondary" onClick={() => void copy()}>
            {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            <span aria-live="polite">{t(copied ? "common.copied" : "common.copy")}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
