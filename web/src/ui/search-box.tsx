import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { controlStyle } from "./control-style.ts";
import { IconButton } from "./icon-button.tsx";
import { Spinner } from "./spinner.tsx";

/** Milliseconds without a keystroke before the search runs. */
const DEBOUNCE_MS = 150;

interface SearchBoxProps {
  label: string;
  placeholder?: string;
  /** The current search; usually from the address. */
  value: string;
  /**
   * Called after a pause in typing, and at once on Enter, Escape or the clear button; with
   * `onEnter` only on Enter.
   */
  onSearch: (value: string) => void;
  /** Shows that results are loading. */
  pending?: boolean;
  size?: "line" | "tall";
  /** For a box that opens another screen: it searches on Enter only. */
  onEnter?: boolean;
  /** Marks the box that the `/` key focuses; one per page. */
  main?: boolean;
}

/** A box that searches during typing: it keeps the focus, waits for a pause, and is cleared with Escape. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  pending = false,
  size = "line",
  onEnter = false,
  main = false,
}: SearchBoxProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  const search = useRef(onSearch);

  // The address changed elsewhere (Back, a cleared filter): show its value.
  if (value !== known) {
    setKnown(value);
    if (value !== asked) {
      setAsked(value);
      setTyped(value);
    }
  }

  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    if (onEnter || typed === asked) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      search.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, onEnter]);

  const searchNow = (text: string) => {
    setAsked(text);
    setTyped(text);
    onSearch(text);
  };

  const empty = () => (onEnter ? setTyped("") : searchNow(""));

  return (
    <search className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-subtle"
      >
        {pending ? <Spinner size={16} /> : <Search className="size-4.5" />}
      </span>
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        data-search={main ? "main" : undefined}
        value={typed}
        className={`${controlStyle({ shape: size })} ps-10! pe-11!`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter ends the composition of a word, for example in Japanese.
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") searchNow(typed);
          else if (event.key === "Escape" && typed !== "") {
            event.stopPropagation();
            empty();
          }
        }}
      />
      {typed === "" ? null : (
        <span className="absolute inset-y-0 end-0 grid place-items-center">
          <IconButton
            label={t("common.clearSearch")}
            onClick={() => {
              empty();
              input.current?.focus();
            }}
          >
            <X />
          </IconButton>
        </span>
      )}
    </search>
  );
}
