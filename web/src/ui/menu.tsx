import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
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

export interface MenuLayerProps extends MenuProps {
  /** The item that gets the focus first when a key has opened the menu: its index, or -1 for the last. */
  enters: 0 | -1 | null;
}

interface Opened extends Pick<MenuLayerProps, "enters"> {
  Layer: ComponentType<MenuLayerProps>;
}

const load = () => import("./menu-layer.tsx");

/**
 * A list of actions and links behind a button. The page can be read without it, so its code is fetched when the pointer or
 * the focus reaches the button.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened) return <opened.Layer {...props} enters={opened.enters} />;
  const prepare = () => void load().catch(() => {});
  const open = (enters: Opened["enters"]) =>
    void load().then(
      (module) => setOpened({ Layer: module.default, enters }),
      () => void offerAgain(() => open(enters)),
    );
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    // Enter, the space bar and screen readers click without a pointer.
    onClick: ({ detail }: MouseEvent) => open(detail === 0 ? 0 : null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open(event.key === "ArrowDown" ? 0 : -1);
    },
  });
}
