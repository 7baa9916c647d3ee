import { type ComponentProps, useState } from "react";
import { rememberPlace, restoreFocus } from "@/lib/keep-focus.ts";
import { Button } from "./button.tsx";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "pending"> {
  /** Does it and tells how it went; never rejects. */
  action: () => Promise<void>;
}

/**
 * A button of a list's entry that does something at once: it is pending until that is done, and
 * hands the focus on if its entry goes away with it.
 */
export function ActionButton({ action, ...rest }: ActionButtonProps) {
  const [pending, setPending] = useState(false);
  const act = async (button: HTMLElement) => {
    const place = rememberPlace(button);
    setPending(true);
    await action();
    setPending(false);
    // What the action changed is on screen a frame later.
    requestAnimationFrame(() => restoreFocus(place));
  };
  return <Button {...rest} pending={pending} onClick={(event) => void act(event.currentTarget)} />;
}
