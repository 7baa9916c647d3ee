import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";

import { offerAgain } from "@/lib/failed-loads.ts";

/** A link, an action, a checkbox item that keeps the menu open, or a separator. */
export type MenuItem =
  | "separator"
  | { label: string; icon?: ReactNode; to: string }
  | { label: string; icon?: ReactNode; onSelect: () => void }
  | { label: string; checked: boolean; onCheckedChange: (checked: boolean) => void };

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  /** Shown above the items, such as the person that the menu concerns. */
  header?: ReactNode;
  align?: "start" | "end";
}

const load = () => import("./menu-layer.tsx");

/**
 * A list of actions and links behind a button. The page can be read without it, so its code is fetched when the pointer or
 * the focus reaches the button.
 */
export function Menu(props: MenuProps) {
  const [Layer, setLayer] = useState<ComponentType<MenuProps> | null>(null);
  if (Layer) return <Layer {...props} />;
  const prepare = () => void load().catch(() => {});
  const open = () =>
    void load().then(
      (module) => setLayer(() => module.default),
      () => void offerAgain(open),
    );
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    },
  });
}
