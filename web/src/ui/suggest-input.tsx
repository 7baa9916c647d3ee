import { type KeyboardEvent, useId, useState } from "react";
import { LiveRegion } from "./announce.tsx";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";

interface SuggestInputProps {
  label: string;
  hideLabel?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  spellCheck?: boolean | undefined;
  size?: "line" | "tall" | undefined;
  /** Announces the field as required. */
  required?: boolean | undefined;
  value: string;
  onValue: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** What the person may mean. Any other text stays as it is. */
  suggestions: readonly string[];
  /** Selects the first suggestion while the person types, for Enter. Leaving the field takes the only suggestion. */
  selectsFirst?: boolean | undefined;
  /** The announcement of the number of suggestions. */
  announce: (count: number) => string;
}

/** A text with suggestions below it: the arrow keys go through them, and Enter takes one. */
export function SuggestInput({
  label,
  hideLabel,
  hint,
  error,
  size,
  required = false,
  value,
  onValue,
  onBlur,
  suggestions,
  selectsFirst = false,
  announce,
  ...rest
}: SuggestInputProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(-1);
  const shown = open ? suggestions.filter((suggestion) => suggestion !== value) : [];
  const selected = Math.min(current, shown.length - 1);
  const suggested = shown[selected];
  const close = () => {
    setOpen(false);
    setCurrent(-1);
  };
  const take = (suggestion: string) => {
    close();
    onValue(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      if (shown.length === 0) return;
      const step = event.key === "ArrowDown" ? 1 : -1;
      // Before the first one is the text itself.
      const places = shown.length + 1;
      setCurrent(((selected + 1 + step + places) % places) - 1);
    } else if (event.key === "Escape" && shown.length > 0) {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      if (suggested === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      take(suggested);
    }
  };
  return (
    <Field {...{ label, hideLabel, hint, error }} unmarked={!required}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type="text"
            role="combobox"
            dir="auto"
            autoComplete="off"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={selected >= 0 ? `${listId}-${selected}` : undefined}
            value={value}
            className={controlStyle({ shape: size })}
            onChange={(event) => {
              onValue(event.target.value);
              setOpen(true);
              setCurrent(selectsFirst ? 0 : -1);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              const [only, ...others] = shown;
              if (selectsFirst && only !== undefined && others.length === 0) take(only);
              else close();
              onBlur?.();
            }}
          />
          <div
            id={listId}
            role="listbox"
            aria-label={shown.length > 0 ? label : undefined}
            className={
              shown.length > 0
                ? "absolute inset-x-0 top-full z-20 mt-1 max-h-64 min-w-48 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-float"
                : "hidden"
            }
          >
            {shown.map((suggestion, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={suggestion}
                id={`${listId}-${place}`}
                role="option"
                aria-selected={place === selected}
                className="cursor-pointer break-words rounded-chip px-2.5 py-1.5 text-md aria-selected:bg-primary-soft touch:py-2.5"
                // Keeps the focus in the field until the press ends.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setCurrent(place)}
                onClick={() => take(suggestion)}
              >
                <bdi>{suggestion}</bdi>
              </div>
            ))}
          </div>
          <LiveRegion>{shown.length > 0 ? announce(shown.length) : ""}</LiveRegion>
        </div>
      )}
    </Field>
  );
}
