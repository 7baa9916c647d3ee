import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { call } from "@/api/client.ts";
import { ApiError, messageOf } from "@/api/errors.ts";
import { accountKeys } from "@/api/keys/account.ts";
import { passkeysHere, presentPasskey } from "@/api/passkeys.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import type { ConfirmationForm } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useForm } from "@/lib/use-form.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";

interface Values {
  password: string;
  code: string;
}

type Method = keyof Values;

const OTHER = { password: "code", code: "password" } as const satisfies Record<Method, Method>;

/**
 * Asks for the password, or, if the person has a second factor, for a code or a passkey. It is above the dialog whose
 * action needs the confirmation, and appears when the second factors are loaded.
 */
export default function ConfirmationDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const factors = useFactors();
  useEscape(() => onEnd(false));
  return factors === undefined ? null : <Question factors={factors} onEnd={onEnd} />;
}

interface QuestionProps {
  factors: Factors;
  onEnd: (confirmed: boolean) => void;
}

function Question({ factors, onEnd }: QuestionProps) {
  const { t } = useTranslation();
  const formId = useId();
  const user = useCurrentUser();
  const [chosen, setChosen] = useState<Method>("password");
  const method = factors.method ?? chosen;
  const confirm = useMutation({
    mutationFn: (form: ConfirmationForm) => call("POST", "/auth/confirm", { body: form }),
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof ApiError) form.refuse(error);
    },
  });
  const form = useForm<Values>({
    initial: { password: "", code: "" },
    check: (values) => ({
      [method]:
        values[method].trim() === "" ? (`confirmation.${method}Required` as const) : undefined,
    }),
    onSubmit: (values) => confirm.mutate({ [method]: values[method] }),
  });
  const present = async () => {
    try {
      const { data } = await call("POST", "/auth/confirm/options");
      const passkey = await presentPasskey(data);
      if (passkey !== null) confirm.mutate({ challenge: data.challenge, passkey });
    } catch (error) {
      notify.error(messageOf(error, t("confirmation.failed")));
    }
  };
  const change = () => {
    confirm.reset();
    form.reset({ password: "", code: "" });
    setChosen(OTHER[method]);
  };
  const isOfField = confirm.error?.forField(method) !== undefined;
  return (
    <Dialog
      open
      width="sm"
      onOpenChange={(open) => {
        if (!open) onEnd(false);
      }}
      title={t("confirmation.title")}
      description={t(
        method === "password"
          ? "confirmation.text"
          : factors.hasPasskeyHere
            ? "confirmation.textOfFactor"
            : "confirmation.textOfCode",
      )}
      footer={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={confirm.isPending}>
            {t("confirmation.submit")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {confirm.isError && !isOfField ? (
          <Banner tone="danger">{messageOf(confirm.error, t("confirmation.failed"))}</Banner>
        ) : null}
        <form id={formId} {...form.props} className="flex flex-col gap-5">
          {/* Lets password managers fill in the password of this account. */}
          <input
            type="email"
            name="username"
            autoComplete="username"
            value={user?.email ?? ""}
            readOnly
            hidden
            tabIndex={-1}
          />
          {method === "password" ? (
            <PasswordInput
              label={t("confirmation.password")}
              autoComplete="current-password"
              {...form.text("password")}
            />
          ) : (
            <TextInput
              label={t("confirmation.code")}
              hint={t("confirmation.codeHint")}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              {...form.text("code")}
            />
          )}
        </form>
        {factors.method === null ? (
          <div>
            <Button variant="soft" size="sm" onClick={change}>
              {t(method === "password" ? "confirmation.useCode" : "confirmation.usePassword")}
            </Button>
          </div>
        ) : null}
        {factors.hasPasskeyHere ? (
          <div>
            <ActionButton variant="soft" size="sm" action={present}>
              <KeyRound aria-hidden="true" />
              {t("confirmation.usePasskey")}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

interface Factors {
  /**
   * The field of the form: a code (or a recovery code) for a person with a second factor. `null` when that is unknown.
   */
  method: Method | null;
  hasPasskeyHere: boolean;
}

/**
 * The second factors of the person; `undefined` while loading. If that fails, the person chooses between the password
 * and a code: the server refuses the password of an account with a second factor.
 */
function useFactors(): Factors | undefined {
  const { data, isPending } = useQuery({
    queryKey: accountKeys.secondFactors,
    queryFn: async ({ signal }) => (await call("GET", "/auth/second-factors", { signal })).data,
    meta: { quiet: true },
  });
  if (isPending) return undefined;
  if (data === undefined) return { method: null, hasPasskeyHere: false };
  const passkeys = data.passkeys.map(({ _id, site }) => ({ credentialId: _id, site }));
  return {
    method: data.authenticatorAddedAt !== null || passkeys.length > 0 ? "code" : "password",
    hasPasskeyHere: passkeysHere(passkeys).length > 0,
  };
}

/** Escape closes only this dialog: otherwise a dialog below would close too and lose its values. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation();
      onEscape();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  });
}
