import { useId, useState } from "react";
import { GROUP_TEXTS, PERMISSION_TEXTS } from "@/api/permission-words.ts";
import { useAddRole, useChangeRole } from "@/api/queries/roles.ts";
import type { Permission, Role, Roles } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_ROLE_FORM } from "@/lib/limits.ts";
import { useOpenings } from "@/lib/use-openings.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import {
  grouped,
  type RoleValues,
  roleProblems,
  valuesOf,
  withoutPermission,
  withPermission,
} from "./role-form.ts";

interface RoleEditorProps {
  /** The role to change; without one a new one is added. */
  role: Role | null;
  permissions: Roles["permissions"];
  open: boolean;
  onClose: () => void;
}

/** Adds a role, or changes the name and the permissions of one; each opening starts with the stored values. */
export function RoleEditor(props: RoleEditorProps) {
  const openings = useOpenings(props.open);
  return <Editor key={openings} {...props} />;
}

function Editor({ role, permissions, open, onClose }: RoleEditorProps) {
  const { t } = useTranslation();
  const formId = useId();
  const add = useAddRole();
  const change = useChangeRole(role?.code ?? "");
  const [asking, setAsking] = useState(false);
  // The version when the form was opened: a later one would hide a concurrent change by another person.
  const [version] = useState(role?.version ?? "");
  const { form, action } = useFormAction<Role, RoleValues>({
    initial: valuesOf(role),
    check: roleProblems,
    save: ({ name, permissions: wanted }) => {
      const body = { name: name.trim(), permissions: [...wanted] };
      return role ? change.mutateAsync({ ...body, version }) : add.mutateAsync(body);
    },
    done: () => {
      onClose();
      return t(role ? "settings.roles.saved" : "settings.roles.added");
    },
    failed: t("settings.saveFailed"),
    refused: ({ code, message, errors }, { refuse }) =>
      refuse({ errors: code === "role_name_taken" ? [{ field: "name", message }] : errors }),
  });
  const { permissions: chosen } = form.values;
  const close = () => (form.changed ? setAsking(true) : onClose());

  const tick = (permission: Permission, ticked: boolean) =>
    form.set(
      "permissions",
      (ticked ? withPermission : withoutPermission)(permissions, chosen, permission),
    );

  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={
        role ? t("settings.roles.editTitle", { name: roleLabel(role, t) }) : t("settings.roles.add")
      }
      description={t("settings.roles.everybody")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={action.pending}>
            {t(role ? "settings.save" : "settings.roles.addConfirm")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-6">
        <FormProblem action={action} />
        {role && role.people > 0 ? (
          <Banner tone="info">{t("settings.roles.inUse", { count: role.people })}</Banner>
        ) : null}
        <TextInput
          label={t("settings.roles.name")}
          maxLength={NEW_ROLE_FORM.name.max}
          autoComplete="off"
          {...form.text("name")}
        />
        {grouped(permissions).map(({ group, permissions: ofGroup }) => {
          const offered = ofGroup.filter(({ reserved }) => !reserved);
          return (
            <fieldset key={group} className="flex flex-col gap-2.5">
              <legend className="mb-2 font-medium text-md">{t(GROUP_TEXTS[group])}</legend>
              {offered.map(({ code }) => (
                <Checkbox
                  key={code}
                  name={code}
                  label={t(PERMISSION_TEXTS[code])}
                  checked={chosen.includes(code)}
                  onChange={({ target }) => tick(code, target.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </form>
      <DiscardDialog open={asking} onStay={() => setAsking(false)} onDiscard={onClose} />
    </SidePanel>
  );
}
