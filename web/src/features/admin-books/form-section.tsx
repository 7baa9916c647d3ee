import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

interface FormSectionProps {
  title: string;
  /** The number of values in it. */
  count: number;
  /** Whether an error is shown in it: it then opens. */
  hasError: boolean;
  /** Changes with each attempt to send the form. */
  attempt: number;
  children: ReactNode;
}

/** A part of a form that is closed at first. Its fields exist all the same, so that the form can send and check them. */
export function FormSection({ title, count, hasError, attempt, children }: FormSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState({ hasError, attempt });
  const [seeks, setSeeks] = useState(false);
  if (shown.hasError !== hasError || shown.attempt !== attempt) {
    setShown({ hasError, attempt });
    if (hasError) {
      setOpen(true);
      setSeeks(true);
    }
  }

  useEffect(() => {
    if (!seeks) return;
    setSeeks(false);
    // While this part was closed, its fields could not get the focus. An earlier field or message may have it already.
    const form = root.current?.closest("form");
    if (form?.contains(document.activeElement)) return;
    root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [seeks]);

  return (
    <div ref={root} className="border-line border-t">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex min-h-12 w-full items-center gap-3 rounded-control py-2 text-start font-semibold outline-offset-[-2px] hover:text-primary"
          onClick={() => setOpen(!open)}
        >
          <span className="flex-1">{title}</span>{" "}
          {count > 0 ? (
            <span className="tabular font-normal text-sm text-subtle">
              {t("cataloguing.entries", { count })}
            </span>
          ) : null}
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-muted transition-transform ${open ? "rotate-180" : ""}`}
          />
        </button>
      </h3>
      <div id={id} hidden={!open} className={open ? "flex flex-col gap-6 pt-2 pb-5" : undefined}>
        {children}
      </div>
    </div>
  );
}
