import type { ApiError } from "@/api/errors.ts";
import { type Form, type Problems, useForm } from "@/lib/use-form.ts";
import { notify } from "@/ui/toast/notify.ts";
import { type Action, type ActionOptions, useAction } from "./use-action.ts";

interface FormActionOptions<A, V> extends Omit<ActionOptions<A, V>, "refused" | "repeats"> {
  initial: V;
  /** Checks all fields; pure. */
  check: (values: V) => Problems<V>;
  /** Sends the valid values with a change of `useChange`. */
  save: (values: V) => Promise<A>;
  /** Runs instead of sending when every field is valid, for a form that asks something first. */
  onSubmit?: (values: V, send: () => Promise<boolean>) => unknown;
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
 *
 * `done` does what follows a success, such as closing a panel, and returns the message.
 */
export function useFormAction<A, V extends object>({
  initial,
  check,
  save,
  onSubmit,
  refused = (error, form) => form.refuse(error),
  shows = "problem",
  ...options
}: FormActionOptions<A, V>): { form: Form<V>; action: Action<V> } {
  const form = useForm<V>({
    initial,
    check,
    onSubmit: (values) => {
      notify.dismissErrors();
      const send = () => action.run(values);
      void (onSubmit ? onSubmit(values, send) : send());
    },
  });
  const action = useAction(
    { mutateAsync: save },
    {
      ...options,
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
