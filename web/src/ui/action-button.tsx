import { type ComponentProps, useState } from "react";
import { useKeptFocus } from "@/lib/keep-focus.ts";
import { Button } from "./button.tsx";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "pending"> {
  /** Runs the action and shows its result; never rejects. */
  action: () => Promise<void>;
}

/**
 * A button of a list entry that runs an action at once. It is pending until the action has finished, and
 * moves the focus to another entry if the action removes it.
 */
export function ActionButton({ action, ...rest }: ActionButtonProps) {
  const [pending, setPending] = useState(false);
  const keepFocus = useKeptFocus();
  const act = async () => {
    setPending(true);
    await action();
    setPending(false);
  };
  return (
    <Button
      {...rest}
      pending={pending}
      onClick={(event) => {
        keepFocus(event.currentTarget);
        void act();
      }}
    />
  );
}
