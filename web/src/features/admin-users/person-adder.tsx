import { useId, useRef } from "react";
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
import { NOBODY, newPerson, personProblems, refusalsOf, sharedBy } from "./person-form.ts";
import { useAddUser } from "./queries.ts";

/** Adds a person in a panel. The address records that it is open; each opening starts empty. */
export default function PersonAdder() {
  const open = useAddress().query.get("edit") === "new";
  const openings = useOpenings(open);
  return <Adder key={openings} open={open} />;
}

function Adder({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const address = useAddress();
  const formId = useId();
  const add = useAddUser();
  const { form, action } = useFormAction({
    initial: NOBODY,
    check: personProblems,
    save: (values) => add.mutateAsync(newPerson(values)),
    done: (added, values) => {
      if (another.current) {
        // The next person of a list usually has the same role, college and class.
        form.reset({ ...NOBODY, ...sharedBy(values) });
        document.getElementById(formId)?.querySelector<HTMLElement>("[name=name]")?.focus();
      } else {
        unsaved.saved();
        address.change({ edit: null, user: added._id });
      }
      return t("admin.users.added");
    },
    failed: t("admin.saveFailed"),
    refused: (error, { refuse }) => refuse({ errors: refusalsOf(error) }),
  });
  const unsaved = useUnsaved(open && form.changed, "edit");
  const close = () => address.change({ edit: null });
  const another = useRef(false);
  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={t("admin.users.addTitle")}
      description={t("admin.users.addLead")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button
            variant="secondary"
            form={formId}
            pending={action.pending}
            onClick={({ currentTarget }) => {
              another.current = true;
              currentTarget.form?.requestSubmit();
            }}
          >
            {t("admin.users.addAnother")}
          </Button>
          <Button
            type="submit"
            form={formId}
            pending={action.pending}
            onClick={() => {
              another.current = false;
            }}
          >
            {t("admin.users.addConfirm")}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        <FormProblem action={action} />
        <PersonFields form={form} isNew />
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}
