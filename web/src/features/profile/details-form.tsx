import { useEffect, useId, useRef } from "react";
import { useUpdateDetails } from "@/api/queries/details.ts";
import { useLibrary } from "@/api/queries/library.ts";
import type { User } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DETAILS_FORM } from "@/lib/limits.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { LanguageField } from "@/ui/language-field.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { changesOf, checkProfile, formOf, hasNewEmail } from "./profile-form.ts";
import { useSemesterCategories } from "./queries.ts";

interface DetailsFormProps {
  user: User;
  /** The query parameter that opens the form. */
  addressName: string;
  /** Called after the form is saved or canceled. */
  onClose: () => void;
}

/** The details as a form. */
export function DetailsForm({ user, addressName, onClose }: DetailsFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const suggestionsId = useId();
  const element = useRef<HTMLFormElement>(null);
  const categories = useSemesterCategories();
  const update = useUpdateDetails();
  const { sendsMail } = useLibrary();
  const { form, action } = useFormAction({
    initial: formOf(user),
    check: (values) => checkProfile(user, values),
    save: (values) => update.mutateAsync(changesOf(user, values)),
    onSubmit: (values, send) =>
      Object.keys(changesOf(user, values)).length > 0 ? send() : leave(),
    done: () => {
      leave();
      return t("profile.details.success");
    },
    failed: t("profile.details.failed"),
    shows: "ownToast",
    refused: ({ code, message, errors }, { refuse }) =>
      refuse({ errors: code === "email_taken" ? [{ field: "email", message }] : errors }),
  });
  const unsaved = useUnsaved(form.changed, addressName);
  const moves = hasNewEmail(user, form.values);

  useEffect(() => element.current?.querySelector("input")?.focus(), []);

  const leave = () => {
    unsaved.saved();
    onClose();
  };

  return (
    <form {...form.props} ref={element} className="flex flex-col gap-8">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput label={t("profile.details.name")} autoComplete="name" {...form.text("name")} />
        <TextInput
          label={t("profile.details.email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={moves && sendsMail ? t("profile.details.emailHint") : undefined}
          {...form.text("email")}
        />
        {moves ? (
          <PasswordInput
            label={t("profile.details.currentPassword")}
            hint={t("profile.details.currentPasswordHint")}
            autoComplete="current-password"
            {...form.text("currentPassword")}
          />
        ) : null}
        <TextInput
          optional
          label={t("profile.details.phone")}
          hint={t("profile.details.phoneHint")}
          type="tel"
          autoComplete="tel"
          {...form.text("phone")}
        />
        <TextArea
          optional
          rows={2}
          label={t("profile.details.address")}
          autoComplete="street-address"
          {...form.text("address")}
        />
        <TextInput
          optional
          label={t("profile.details.college")}
          autoComplete="organization"
          maxLength={DETAILS_FORM.collegeName.max}
          {...form.text("collegeName")}
        />
        <TextInput
          optional
          label={t("profile.details.department")}
          maxLength={DETAILS_FORM.department.max}
          {...form.text("department")}
        />
        <TextInput
          optional
          label={t("profile.details.semester")}
          maxLength={DETAILS_FORM.currentSemester.max}
          {...form.text("currentSemester")}
        />
        <TextInput
          optional
          label={t("profile.details.category")}
          hint={t("profile.details.categoryHint")}
          list={suggestionsId}
          autoComplete="off"
          maxLength={DETAILS_FORM.currentSemesterCategory.max}
          {...form.text("currentSemesterCategory")}
        />
        <datalist id={suggestionsId}>
          {(categories.data ?? []).toSorted(format.compare).map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <LanguageField
          label={t("profile.details.language")}
          hint={t("profile.details.languageHint")}
          none={t("profile.details.noLanguage")}
          name="language"
          value={form.values.language}
          error={form.error("language")}
          onValueChange={(language) => form.set("language", language)}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" pending={action.pending}>
          {t("profile.details.save")}
        </Button>
      </div>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </form>
  );
}
