import { type ComponentProps, type MouseEvent, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "pending"> {
  /** Runs the action and shows its result; never rejects. */
  action: () => Promise<unknown>;
}

/** Milliseconds after an action in which a press may be meant for the element that was there before. */
const RESERVED_MS = 500;
/** Pixels within which two presses are at the same place. */
const SAME_PLACE_PX = 24;

/** The last press of an action button. */
interface Press {
  /** Identifies the button's component. */
  press: object;
  button: Element;
  /** The list or table of its entry. */
  list: Element | null;
  x: number;
  y: number;
  until: number;
}
let last: Press | null = null;

/**
 * Whether to ignore a press: it may be meant for another button, because it is at the place of the last press but on a
 * different button, or in a list that has just lost the entry of the last press, so that the entries below have moved
 * up. The second press of a double click is also ignored. A press of the keyboard has no place.
 */
function isMisplaced(
  press: object,
  { clientX, clientY, currentTarget, detail }: MouseEvent,
): boolean {
  if (last === null || performance.now() > last.until) return false;
  if (last.press === press) return detail > 1;
  if (clientX === 0 && clientY === 0) return false;
  const hasMoved = !last.button.isConnected && last.list?.contains(currentTarget as Node) === true;
  return hasMoved || Math.hypot(clientX - last.x, clientY - last.y) < SAME_PLACE_PX;
}

/**
 * A button of a list entry that runs an action at once. It is pending until the action has finished. A second press is
 * ignored when the entries have just moved under the pointer.
 */
export function ActionButton({ action, ...rest }: ActionButtonProps) {
  const [pending, setPending] = useState(false);
  const press = useRef({}).current;
  const act = async ({ clientX, clientY, currentTarget: button }: MouseEvent<HTMLElement>) => {
    const list = button.closest("table, ul, ol");
    const until = Number.POSITIVE_INFINITY;
    const mine: Press = { press, button, list, x: clientX, y: clientY, until };
    last = mine;
    setPending(true);
    await action();
    mine.until = performance.now() + RESERVED_MS;
    setPending(false);
  };
  return (
    <Button
      {...rest}
      pending={pending}
      onClick={(event) => {
        if (isMisplaced(press, event)) return;
        void act(event);
      }}
    />
  );
}
