import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { useRef } from "react";

/** One of the entries to choose from. */
export interface PaletteItem {
  id: string;
}

export interface PaletteGroup<I extends PaletteItem> {
  id: string;
  /** Its heading; absent for entries without one. */
  label?: string;
  items: readonly I[];
}

interface PaletteProps<I extends PaletteItem> {
  value: string;
  onValueChange: (value: string) => void;
  groups: readonly PaletteGroup<I>[];
  /** Whether the entries belong to an earlier text; they cannot be chosen with the arrow keys then. */
  stale: boolean;
  /** Called on Enter while no entry is highlighted. */
  onEnter: () => void;
  /** The text field, and the content between it and the list. */
  children: ReactNode;
}

/**
 * A text field with entries in groups below it. The arrow keys move through them and through the field; Enter chooses the
 * highlighted one, but not while a text is being composed.
 */
export function Palette<I extends PaletteItem>({
  value,
  onValueChange,
  groups,
  stale,
  onEnter,
  children,
}: PaletteProps<I>) {
  const highlighted = useRef<I | undefined>(undefined);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (event.nativeEvent.isComposing) {
      event.stopPropagation();
    } else if (isArrow && stale) {
      // Ignores the arrow keys, because new entries would move the highlight.
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && (stale || highlighted.current === undefined)) {
      event.preventDefault();
      event.stopPropagation();
      onEnter();
    } else if (event.key === "Escape" && value !== "") {
      // The first Escape clears the text, the second closes the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      onValueChange("");
    }
  };
  return (
    <Base.Root
      inline
      open
      mode="none"
      items={groups}
      filter={null}
      value={value}
      onValueChange={(next, { reason }) => {
        if (reason === "input-change" || reason === "input-clear") onValueChange(next);
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item as I | undefined;
      }}
      itemToStringValue={() => value}
    >
      <div className="contents" onKeyDownCapture={onKeyDownCapture}>
        {children}
      </div>
    </Base.Root>
  );
}

/** The text field. */
export function PaletteInput(props: { label: string; placeholder: string }) {
  return (
    <Base.Input
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoCapitalize="off"
      spellCheck={false}
      dir="auto"
      aria-label={props.label}
      placeholder={props.placeholder}
      className="h-14 min-w-0 flex-1 bg-transparent px-2 text-base text-ink outline-none placeholder:text-subtle"
    />
  );
}

interface PaletteListProps<I extends PaletteItem> {
  label: string;
  groups: readonly PaletteGroup<I>[];
  stale: boolean;
  /** The target of an entry that is a link. */
  link: (item: I) => ReactElement<Record<string, unknown>> | undefined;
  /** Also called when the link of an entry is followed. */
  onChoose: (item: I) => void;
  /** Its content. */
  content: (item: I) => ReactNode;
}

/** The entries in their groups. */
export function PaletteList<I extends PaletteItem>({
  label,
  groups,
  stale,
  link,
  onChoose,
  content,
}: PaletteListProps<I>) {
  return (
    <Base.List
      aria-label={label}
      aria-busy={stale}
      className={`transition-opacity ${stale ? "opacity-60" : ""} ${groups.length > 0 ? "p-2" : ""}`}
    >
      {groups.map((group) => (
        <Base.Group key={group.id} items={group.items} className="pb-1">
          {group.label ? (
            <Base.GroupLabel className="px-2 pt-2 pb-1 font-medium text-sm text-subtle">
              {group.label}
            </Base.GroupLabel>
          ) : null}
          <Base.Collection>
            {(item: I) => (
              <Base.Item
                key={item.id}
                value={item}
                render={link(item)}
                onClick={() => onChoose(item)}
                className="block w-full cursor-pointer rounded-control px-2 py-2 text-start outline-none data-highlighted:bg-primary-soft forced-colors:data-highlighted:outline-2"
              >
                {content(item)}
              </Base.Item>
            )}
          </Base.Collection>
        </Base.Group>
      ))}
    </Base.List>
  );
}
