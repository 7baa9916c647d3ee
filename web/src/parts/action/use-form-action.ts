import { useRef } from "react";
import type { ApiError } from "@/api/errors.ts";
import { type Form, type Problems, useForm } from "@/lib/use-form.ts";
import { notify } from "@/ui/toast/notify.ts";
import {
  type Action,
  type ActionOptions,
  DOUBLE_PRESS_MS,
  type Done,
  useAction,
} from "./use-action.ts";

interface FormActionOptions<A, V>
  extends Omit<ActionOptions<A, V>, "done" | "refused" | "repeats"> {
  initial: V;
  /** Checks all fields; pure. */
  check: (values: V) => Problems<V>;
  /** Sends the valid values with a change of `useChange`. */
  save: (values: V) => Promise<A>;
  /** Runs instead of sending when every field is valid, for a form that asks something first. */
  onSubmit?: (values: V, send: () => Promise<boolean>) => unknown;
  /** Does what follows a success, such as closing a panel; returns the message, or null for none. */
  done?: (answer: A, values: V, form: Form<V>) => Done | string | null;
  /**
   * Shows a refusal in the form; returns true when that is all there is to show, or other words for it. Without it, the
   * server's errors are shown beside their fields.
   */
  refused?: (error: ApiError, form: Form<V>) => boolean | string;
}

/**
 * The one way to send a form: `useForm` and `useAction` together.
 *
 * The errors of fields are shown beside them, and the first of these fields has the focus. Any other failure is shown
 * above the form, with `FormProblem`. `shows` moves it to a toast; `ownToast` has a toast also for errors of fields. The
 * toast does not offer to repeat the call, because the form may have changed since: its button does.
 */
export function useFormAction<A, V extends object>({
  initial,
  check,
  save,
  onSubmit,
  refused = (error, form) => form.refuse(error),
  done,
  shows = "problem",
  ...options
}: FormActionOptions<A, V>): { form: Form<V>; action: Action<V> } {
  const doublePressUntil = useRef(0);
  const form = useForm<V>({
    initial,
    check,
    onSubmit: (values) => {
      // The second press of a double click would send what `done` has reset the form to.
      if (!form.changed && performance.now() < doublePressUntil.current) return;
      notify.dismissErrors();
      const send = () => action.run(values);
      void (onSubmit ? onSubmit(values, send) : send());
    },
  });
  const action = useAction(
    { mutateAsync: save },
    {
      ...options,
      done: (answer, values) => {
        doublePressUntil.current = performance.now() + DOUBLE_PRESS_MS;
        return done?.(answer, values, form) ?? null;
      },
      shows,
      refused: (error) => {
        const shown = refused(error, form);
        return shown === true ? shows !== "ownToast" : shown;
      },
      repeats: false,
    },
  );
  return { form, action };
}
