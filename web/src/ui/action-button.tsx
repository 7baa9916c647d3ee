import { type ComponentProps, useState } from "react";
import { useKeptFocus } from "@/lib/keep-focus.ts";
import { Button } from "./button.tsx";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "pending"> {
  /** Does it and tells how it went; never rejects. */
  action: () => Promise<void>;
}

/**
 * A button of a list's entry that does something at once: it is pending until that is done, and
 * hands the focus on if it goes away with what it did.
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
