import { useId } from "react";
import type { Scope, SignedInUser } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ACCESS_TOKEN_FORM } from "@/lib/limits.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { OneTimeSecret } from "@/ui/one-time-secret.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { checkToken, LIVES, NO_TOKEN, scopesFor, scopeText, tokenForm } from "./token-form.ts";
import { useMakeAccessToken } from "./token-queries.ts";

interface TokenDialogProps {
  user: SignedInUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates an access token, and shows it once. */
export default function TokenDialog({ user, open, onOpenChange }: TokenDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const make = useMakeAccessToken();
  const { form, action } = useFormAction({
    initial: NO_TOKEN,
    check: checkToken,
    save: (values) => make.mutateAsync(tokenForm(values)),
    failed: t("profile.tokens.failed"),
  });
  const token = make.data?.data.token;
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) {
      make.reset();
      action.reset();
      form.reset(NO_TOKEN);
    }
  };
  const tick = (scope: Scope, ticked: boolean) => {
    const others = form.values.scopes.filter((one) => one !== scope);
    form.set("scopes", ticked ? [...others, scope] : others);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      footerCloses={token !== undefined}
      title={t(token ? "profile.tokens.madeTitle" : "profile.tokens.makeTitle")}
      footer={
        token ? (
          <Button onClick={() => close(false)}>{t("profile.tokens.done")}</Button>
        ) : (
          <Button type="submit" form={formId} pending={action.pending}>
            {t("profile.tokens.make")}
          </Button>
        )
      }
    >
      {token ? (
        <div className="flex flex-col gap-4">
          <Banner tone="warning" focus>
            {t("profile.tokens.once")}
          </Banner>
          <OneTimeSecret
            label={t("profile.tokens.token")}
            hint={t("profile.tokens.tokenHint")}
            value={token}
          />
        </div>
      ) : (
        <form id={formId} {...form.props} className="flex flex-col gap-5">
          <FormProblem action={action} />
          <TextInput
            label={t("profile.tokens.name")}
            hint={t("profile.tokens.nameHint")}
            maxLength={ACCESS_TOKEN_FORM.name.max}
            autoComplete="off"
            {...form.text("name")}
          />
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 font-medium text-md">{t("profile.tokens.scopes")}</legend>
            {scopesFor(user).map((scope, index) => (
              <Checkbox
                key={scope}
                name="scopes"
                label={t(scopeText(scope, user))}
                hint={scope}
                checked={form.values.scopes.includes(scope)}
                error={index === 0 ? form.error("scopes") : undefined}
                onChange={(event) => tick(scope, event.target.checked)}
              />
            ))}
          </fieldset>
          <Select
            label={t("profile.tokens.life")}
            options={LIVES.map((days) => ({
              value: days,
              label: t("profile.tokens.days", { count: Number(days) }),
            }))}
            value={form.values.days}
            onValueChange={(days) => form.set("days", days)}
          />
        </form>
      )}
    </Dialog>
  );
}
