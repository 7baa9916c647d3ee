import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "./announce.tsx";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** Milliseconds without a keystroke before the search runs. */
const DEBOUNCE_MS = 150;

export interface Pick {
  id: string;
  label: string;
  /** The text that distinguishes it from others with the same name. */
  detail?: string;
}

interface PickFieldProps {
  label: string;
  placeholder: string;
  /** The name of the chosen entry; empty if there is none. */
  chosen: string;
  /** The results of the last search; undefined while loading. */
  found: readonly Pick[] | undefined;
  /** Called after a pause in typing, and with an empty text when the list closes. */
  onSearch: (text: string) => void;
  onPick: (pick: Pick) => void;
  onClear: () => void;
}

/** A choice of one from many entries, which a person finds by typing a part of the name. */
export function PickField({
  label,
  placeholder,
  chosen,
  found,
  onSearch,
  onPick,
  onClear,
}: PickFieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Null while the person is not typing; the field then shows the chosen name. */
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState("");
  const [current, setCurrent] = useState(0);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  const text = typed?.trim() ?? "";
  useEffect(() => {
    const ask = () => {
      setAsked(text);
      search.current(text);
    };
    const timer = setTimeout(ask, text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // Results of an earlier text must not be picked for this one.
  const known = text === "" || text !== asked ? undefined : found;
  const picks = known ?? [];
  const selected = Math.min(current, picks.length - 1);
  const close = () => {
    setTyped(null);
    setCurrent(0);
  };
  const pick = (one: Pick) => {
    close();
    onPick(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && typed !== null) {
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (picks.length === 0) return;
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setCurrent((selected + step + picks.length) % picks.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      const one = picks[selected];
      if (!one) return;
      event.preventDefault();
      pick(one);
    }
  };

  return (
    <Field label={label} unmarked>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={input}
            role="combobox"
            type="text"
            inputMode="search"
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            aria-expanded={picks.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={picks.length > 0 ? `${listId}-${selected}` : undefined}
            placeholder={placeholder}
            value={typed ?? chosen}
            className={`${controlStyle()} truncate pe-10!`}
            onChange={(event) => {
              setTyped(event.target.value);
              setCurrent(0);
            }}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.target.select()}
            onBlur={close}
          />
          {chosen !== "" && typed === null ? (
            <span className="absolute inset-y-0 end-0 grid place-items-center">
              <IconButton
                label={t("common.removeFilter", { filter: `${label} ${chosen}` })}
                onClick={() => {
                  onClear();
                  input.current?.focus();
                }}
              >
                <X />
              </IconButton>
            </span>
          ) : null}
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            className={
              picks.length > 0
                ? "absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-float"
                : "hidden"
            }
          >
            {picks.map((one, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={one.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === selected}
                className="flex cursor-pointer flex-col rounded-chip px-2.5 py-1.5 aria-selected:bg-primary-soft touch:py-2.5"
                // Keeps the focus in the field until the press ends.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setCurrent(index)}
                onClick={() => pick(one)}
              >
                <span dir="auto" className="truncate text-md">
                  {one.label}
                </span>
                {one.detail ? (
                  <span dir="auto" className="truncate text-muted text-sm">
                    {one.detail}
                  </span>
                ) : null}
              </div>
            ))}
          </div>
          {known?.length === 0 ? (
            <p className="absolute inset-x-0 top-full z-20 mt-1 rounded-control border border-line bg-surface px-3 py-2 text-md text-muted shadow-float">
              {t("search.nothingFound")}
            </p>
          ) : null}
          <LiveRegion>
            {known === undefined
              ? ""
              : known.length === 0
                ? t("search.nothingFound")
                : t("search.matches", { count: known.length })}
          </LiveRegion>
        </div>
      )}
    </Field>
  );
}
