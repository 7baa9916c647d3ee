import { useId, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import { GROUP_TEXTS, PERMISSION_TEXTS } from "@/api/permission-words.ts";
import { useAddRole, useChangeRole } from "@/api/queries/roles.ts";
import type { Permission, Role, Roles } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_ROLE_FORM } from "@/lib/limits.ts";
import { useForm } from "@/lib/use-form.ts";
import { useOpenings } from "@/lib/use-openings.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
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
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  // The version when the form was opened: a later one would hide a concurrent change by another person.
  const [version] = useState(role?.version ?? "");
  const form = useForm<RoleValues>({
    initial: valuesOf(role),
    check: roleProblems,
    onSubmit: (values) => void save(values),
  });
  const { permissions: chosen } = form.values;
  const close = () => (form.changed ? setAsking(true) : onClose());

  const save = async ({ name, permissions: wanted }: RoleValues) => {
    setProblem(null);
    const body = { name: name.trim(), permissions: [...wanted] };
    try {
      if (role) await change.mutateAsync({ ...body, version });
      else await add.mutateAsync(body);
      onClose();
      notify.success(t(role ? "settings.roles.saved" : "settings.roles.added"));
    } catch (error) {
      if (error instanceof ApiError && error.code === "role_name_taken") {
        form.refuse({ errors: [{ field: "name", message: error.message }] });
      } else if (error instanceof ApiError && error.errors.length > 0) form.refuse(error);
      else setProblem(messageOf(error, t("settings.saveFailed")));
    }
  };
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
      title={role ? t("settings.roles.editTitle", { name: role.name }) : t("settings.roles.add")}
      description={t("settings.roles.everybody")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={add.isPending || change.isPending}>
            {t(role ? "settings.save" : "settings.roles.addConfirm")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-6">
        {problem ? (
          <Banner tone="danger" focus>
            {problem}
          </Banner>
        ) : null}
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
