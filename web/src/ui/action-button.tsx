import { type ComponentProps, type MouseEvent, useRef, useState } from "react";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { Button } from "./button.tsx";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "pending"> {
  /** Runs the action and shows its result; never rejects. */
  action: () => Promise<void>;
}

/** Milliseconds for which the place of a press is reserved after its action. */
const RESERVED_MS = 500;
/** Pixels within which two presses are at the same place. */
const SAME_PLACE_PX = 24;

/** The last press of an action button. */
let last: { press: object; x: number; y: number; until: number } | null = null;

/**
 * Whether a press lands at the place of the last one although another button is there now: the list has moved under
 * the pointer. A press of the keyboard has no place.
 */
function isMisplaced(press: object, { clientX, clientY }: MouseEvent): boolean {
  if (last === null || last.press === press || performance.now() > last.until) return false;
  if (clientX === 0 && clientY === 0) return false;
  return Math.hypot(clientX - last.x, clientY - last.y) < SAME_PLACE_PX;
}

/**
 * A button of a list entry that runs an action at once. It is pending until the action has finished, and
 * moves the focus to another entry if the action removes it. A second press at the same place does
 * nothing when another entry has moved there.
 */
export function ActionButton({ action, ...rest }: ActionButtonProps) {
  const [pending, setPending] = useState(false);
  const press = useRef({}).current;
  const rememberFocus = useFocusAfterRemoval();
  const act = async ({ clientX, clientY }: MouseEvent) => {
    const mine = { press, x: clientX, y: clientY, until: Number.POSITIVE_INFINITY };
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
        rememberFocus(event.currentTarget);
        void act(event);
      }}
    />
  );
}
