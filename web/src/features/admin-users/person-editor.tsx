import { useId, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useForm } from "@/lib/use-form.ts";
import { useOpenings } from "@/lib/use-openings.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { PersonFields } from "./person-fields.tsx";
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
  /** Whether the signed-in person may change the email address of the account. */
  canMove: boolean;
}

/** Edits a person's details in a panel that the address records; each opening starts with the stored values. */
export function PersonEditor({ person, isMe, canMove }: PersonEditorProps) {
  const open = useAddress().query.get("edit") === "details";
  const openings = useOpenings(open);
  return <Editor key={openings} open={open} person={person} isMe={isMe} canMove={canMove} />;
}

function Editor({ open, person, isMe, canMove }: PersonEditorProps & { open: boolean }) {
  const { t } = useTranslation();
  const address = useAddress();
  const formId = useId();
  const session = useSessionStore();
  const change = useChangeUser(person._id);
  const [problem, setProblem] = useState<string | null>(null);
  // The person when the form was opened. Changes are relative to it, so that newer values from the server are not
  // overwritten.
  const [before] = useState(person);
  const form = useForm<PersonValues>({
    initial: valuesOf(before),
    check: personProblems,
    onSubmit: (values) => void save(values),
  });
  const unsaved = useUnsaved(open && form.changed, "edit");
  const close = () => address.change({ edit: null });

  const save = async (values: PersonValues) => {
    setProblem(null);
    try {
      const saved = await change.mutateAsync(personChange(before, values));
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
        <PersonFields form={form} isMe={isMe} canMove={canMove} />
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}
