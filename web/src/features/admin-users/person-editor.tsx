import { useId, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import { useCategories } from "@/api/queries/books.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { type Form, useForm } from "@/lib/use-form.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import {
  type PersonValues,
  personChange,
  personProblems,
  refusalsOf,
  valuesOf,
} from "./person-form.ts";
import { useChangeUser } from "./queries.ts";

interface PersonEditorProps {
  person: UserSummary;
  isMe: boolean;
}

/** Edits a person's details in a panel. The address says that it is open; each opening is anew. */
export function PersonEditor({ person, isMe }: PersonEditorProps) {
  const open = useAddress().query.get("edit") === "details";
  const [wasOpen, setWasOpen] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return <Editor key={openings} open={open} person={person} isMe={isMe} />;
}

function Editor({ open, person, isMe }: PersonEditorProps & { open: boolean }) {
  const { t } = useTranslation();
  const address = useAddress();
  const formId = useId();
  const session = useSessionStore();
  const change = useChangeUser(person._id);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PersonValues>({
    initial: valuesOf(person),
    check: personProblems,
    onSubmit: (values) => void save(values),
  });
  const unsaved = useUnsaved(open && form.changed, "edit");
  const close = () => address.change({ edit: null });

  const save = async (values: PersonValues) => {
    setProblem(null);
    try {
      const saved = await change.mutateAsync(personChange(person, values));
      if (isMe) session.profileUpdated(saved);
      unsaved.saved();
      close();
      notify.success(t("admin.users.saved"));
    } catch (error) {
      const errors = error instanceof ApiError ? refusalsOf(error) : [];
      if (errors.length > 0) form.refuse({ errors });
      else setProblem(messageOf(error, t("admin.saveFailed")));
    }
  };
  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={t("admin.users.editTitle", { name: person.name })}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={change.isPending}>
            {t("admin.users.save")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        {problem ? (
          <Banner tone="danger" focus>
            {problem}
          </Banner>
        ) : null}
        <Fields form={form} isMe={isMe} />
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}

function Fields({ form, isMe }: { form: Form<PersonValues>; isMe: boolean }) {
  const { t } = useTranslation();
  const categoriesId = useId();
  const categories = useCategories();
  const kinds = useKinds();
  return (
    <>
      <TextInput label={t("admin.users.name")} autoComplete="off" {...form.text("name")} />
      <TextInput
        label={t("admin.users.email")}
        type="email"
        autoComplete="off"
        {...form.text("email")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("admin.users.role")}
          name="role"
          hint={isMe ? t("admin.users.ownRole") : t("admin.users.adminHint")}
          disabled={isMe}
          value={form.values.role}
          onValueChange={(role) => form.set("role", role)}
          error={form.error("role")}
          options={[
            { value: "student", label: t("admin.users.student") },
            { value: "admin", label: t("admin.users.administrator") },
          ]}
        />
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
          optional
          autoComplete="off"
          {...form.text("studentId")}
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
      <TextInput
        label={t("admin.users.phone")}
        optional
        type="tel"
        autoComplete="off"
        {...form.text("phone")}
      />
      <TextArea label={t("admin.users.address")} optional rows={2} {...form.text("address")} />
    </>
  );
}
