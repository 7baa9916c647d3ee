import { useId, useState } from "react";
import { useSessionStore } from "@/api/session/session-context.tsx";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useOpenings } from "@/lib/use-openings.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { PersonFields } from "./person-fields.tsx";
import { personChange, personProblems, refusalsOf, valuesOf } from "./person-form.ts";
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
  // The person as the form began: a newer one that arrives meanwhile must not be overwritten with what was shown.
  const [before] = useState(person);
  const { form, action } = useFormAction({
    initial: valuesOf(before),
    check: personProblems,
    save: (values) => change.mutateAsync(personChange(before, values)),
    done: (saved) => {
      if (isMe) session.profileUpdated(saved);
      unsaved.saved();
      close();
      return t("admin.users.saved");
    },
    failed: t("admin.saveFailed"),
    refused: (error, { refuse }) => refuse({ errors: refusalsOf(error) }),
  });
  const unsaved = useUnsaved(open && form.changed, "edit");
  const close = () => address.change({ edit: null });
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
          <Button type="submit" form={formId} pending={action.pending}>
            {t("admin.users.save")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        <FormProblem action={action} />
        <PersonFields form={form} isMe={isMe} canMove={canMove} />
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}
