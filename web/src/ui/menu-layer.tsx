import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type FocusEvent, useRef } from "react";
import { Link } from "./link.tsx";
import type { MenuItem, MenuLayerProps } from "./menu.tsx";

/** The menu with its button, initially open. */
export default function MenuLayer({
  trigger,
  items,
  header,
  align = "end",
  enters,
}: MenuLayerProps) {
  const entered = useRef(false);
  // The library does so for every later opening; it does not know what has caused the first one.
  const enter = ({ currentTarget }: FocusEvent) => {
    if (entered.current) return;
    entered.current = true;
    const found = currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]");
    if (enters !== null) [...found].at(enters)?.focus();
  };
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* Above the toasts, which can cover the same corner for ten seconds. */}
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-70">
          <Base.Popup
            onFocus={enter}
            className="min-w-52 max-w-80 origin-(--transform-origin) rounded-card border border-line bg-raised p-1.5 shadow-float outline-none transition-[opacity,scale] duration-180 ease-calm data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {header ? (
              <>
                <div className="px-2.5 py-2">{header}</div>
                <Separator />
              </>
            ) : null}
            {items.map((item, index) => (
              // The items of an open menu do not change.
              <Item key={item === "separator" ? `separator-${index}` : item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const ITEM =
  "flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 text-start text-md text-ink outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

function Item({ item }: { item: MenuItem }) {
  if (item === "separator") return <Separator />;
  if ("checked" in item) {
    return (
      <Base.CheckboxItem
        className={ITEM}
        checked={item.checked}
        closeOnClick={false}
        onCheckedChange={(next) => item.onCheckedChange(next)}
      >
        <span className="grid size-4 shrink-0 place-items-center">
          <Base.CheckboxItemIndicator>
            <Check aria-hidden="true" />
          </Base.CheckboxItemIndicator>
        </span>
        {item.label}
      </Base.CheckboxItem>
    );
  }
  const content = (
    <>
      {item.icon}
      {item.label}
    </>
  );
  return "to" in item ? (
    <Base.LinkItem className={ITEM} closeOnClick render={<Link to={item.to} />}>
      {content}
    </Base.LinkItem>
  ) : (
    <Base.Item className={ITEM} onClick={item.onSelect}>
      {content}
    </Base.Item>
  );
}

function Separator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
}
