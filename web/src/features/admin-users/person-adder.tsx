import { useId, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
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
  NOBODY,
  newPerson,
  type PersonValues,
  personProblems,
  refusalsOf,
  sharedBy,
} from "./person-form.ts";
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
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PersonValues>({
    initial: NOBODY,
    check: personProblems,
    onSubmit: (values) => void save(values),
  });
  const unsaved = useUnsaved(open && form.changed, "edit");
  const close = () => address.change({ edit: null });
  const another = useRef(false);

  const save = async (values: PersonValues) => {
    setProblem(null);
    try {
      const added = await add.mutateAsync(newPerson(values));
      notify.success(t("admin.users.added"));
      if (another.current) {
        // The next person of a list usually has the same role, college and class.
        form.reset({ ...NOBODY, ...sharedBy(values) });
        document.getElementById(formId)?.querySelector<HTMLElement>("[name=name]")?.focus();
      } else {
        unsaved.saved();
        address.change({ edit: null, user: added._id });
      }
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
      title={t("admin.users.addTitle")}
      description={t("admin.users.addLead")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            variant="secondary"
            form={formId}
            pending={add.isPending}
            onClick={() => {
              another.current = true;
            }}
          >
            {t("admin.users.addAnother")}
          </Button>
          <Button
            type="submit"
            form={formId}
            pending={add.isPending}
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
        {problem ? (
          <Banner tone="danger" focus>
            {problem}
          </Banner>
        ) : null}
        <PersonFields form={form} isNew />
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}
