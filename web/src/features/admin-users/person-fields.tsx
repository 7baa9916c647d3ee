import { useId } from "react";
import { may, mayGive } from "@/api/permissions.ts";
import { useCategories } from "@/api/queries/books.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import { useRoles } from "@/api/queries/roles.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Form } from "@/lib/use-form.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { KindSelect } from "@/ui/kind-select.tsx";
import { LanguageField } from "@/ui/language-field.tsx";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import type { PersonValues } from "./person-form.ts";
import { useClasses } from "./queries.ts";

interface PersonFieldsProps {
  form: Form<PersonValues>;
  isMe?: boolean;
  /** Whether the signed-in person may change the email address of the account. */
  canMove?: boolean;
  isNew?: boolean;
}

/** The form fields of a person. */
export function PersonFields({
  form,
  isMe = false,
  canMove = true,
  isNew = false,
}: PersonFieldsProps) {
  const { t } = useTranslation();
  const categoriesId = useId();
  const classesId = useId();
  const categories = useCategories();
  const classes = useClasses();
  const kinds = useKinds();
  const me = useCurrentUser();
  const roles = useRoles();
  // Until the roles are loaded, only the person's current role is offered.
  const shown = [{ code: form.values.role, name: form.values.role, permissions: [] }];
  const given = (roles.data?.roles ?? shown).filter(
    (role) => role.code === form.values.role || mayGive(me, role),
  );
  return (
    <>
      <TextInput label={t("admin.users.name")} autoComplete="off" {...form.text("name")} />
      <TextInput
        label={t("admin.users.email")}
        type="email"
        autoComplete="off"
        readOnly={isMe || !canMove}
        hint={
          isMe ? t("admin.users.ownEmail") : canMove ? undefined : t("admin.users.emailNotMovable")
        }
        {...form.text("email")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {may(me, "manage_staff") ? (
          <Select
            label={t("admin.users.role")}
            name="role"
            hint={t(
              isMe
                ? "admin.users.ownRole"
                : isNew
                  ? "admin.users.roleHintOfNew"
                  : "admin.users.roleHint",
            )}
            disabled={isMe}
            value={form.values.role}
            onValueChange={(role) => form.set("role", role)}
            error={form.error("role")}
            options={given.map((role) => ({ value: role.code, label: roleLabel(role, t) }))}
          />
        ) : null}
        <KindSelect
          label={t("admin.users.patronCategory")}
          none={t("admin.users.noPatronCategory")}
          name="patronCategory"
          kinds={kinds.data?.patronCategories}
          value={form.values.patronCategory}
          onValueChange={(code) => form.set("patronCategory", code)}
          error={form.error("patronCategory")}
        />
        <TextInput
          label={t("admin.users.studentId")}
          hint={
            isNew && form.values.role === "student" ? t("admin.users.studentIdHint") : undefined
          }
          optional
          autoComplete="off"
          {...form.text("studentId")}
        />
        <TextInput
          label={t("admin.users.class")}
          optional
          list={classesId}
          autoComplete="off"
          {...form.text("class")}
        />
        <TextInput
          label={t("admin.users.homeroom")}
          optional
          autoComplete="off"
          {...form.text("homeroom")}
        />
        <TextInput label={t("admin.users.collegeName")} optional {...form.text("collegeName")} />
        <TextInput label={t("admin.users.department")} optional {...form.text("department")} />
        <TextInput
          label={t("admin.users.currentSemester")}
          optional
          {...form.text("currentSemester")}
        />
        <TextInput
          label={t("admin.users.studyCategory")}
          optional
          list={categoriesId}
          {...form.text("currentSemesterCategory")}
        />
      </div>
      <datalist id={categoriesId}>
        {categories.data?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={classesId}>
        {classes.data?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextInput
        label={t("admin.users.phone")}
        optional
        type="tel"
        autoComplete="off"
        {...form.text("phone")}
      />
      <TextArea label={t("admin.users.address")} optional rows={2} {...form.text("address")} />
      <LanguageField
        label={t("admin.users.language")}
        hint={t("admin.users.languageHint")}
        none={t("admin.users.noLanguage")}
        name="language"
        value={form.values.language}
        error={form.error("language")}
        onValueChange={(language) => form.set("language", language)}
      />
    </>
  );
}
