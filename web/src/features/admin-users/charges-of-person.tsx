import { Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import {
  type Charge,
  useCancelCharge,
  useChargesOf,
  usePayCharge,
  useWaiveCharge,
} from "@/api/queries/charges.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { ChargeRow } from "@/parts/borrowings/charge-row.tsx";
import { FineButtons } from "@/parts/borrowings/fine-buttons.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Spinner } from "@/ui/spinner.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { ChargeDialog } from "./charge-dialog.tsx";

/** A person's charges without a borrowing, for people who may record payments. */
export function ChargesOfPerson({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const charges = useChargesOf(person._id);
  const title = t("admin.charges.title");
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 pt-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">{title}</h3>
        {may("add_charges") ? (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t("admin.charges.add")}
          </Button>
        ) : null}
      </div>
      {charges.data ? (
        <Charges person={person} charges={charges.data} />
      ) : (
        <Card>
          {charges.isError ? (
            <ErrorState
              compact
              headingLevel={4}
              title={t("admin.charges.failed")}
              text={messageOf(charges.error, "")}
              onRetry={() => void charges.refetch()}
              retrying={charges.isFetching}
            />
          ) : (
            <div className="grid place-items-center py-6 text-primary">
              <Spinner size={20} label={t("admin.charges.loading")} />
            </div>
          )}
        </Card>
      )}
      <ChargeDialog open={adding} onOpenChange={setAdding} person={person} />
    </section>
  );
}

function Charges({ person, charges }: { person: UserSummary; charges: readonly Charge[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [showsSettled, setShowsSettled] = useState(false);
  const open = charges.filter(({ status }) => status === "open");
  const settled = charges.filter(({ status }) => status !== "open");
  return (
    <div className="flex flex-col gap-4">
      {open.length > 0 ? (
        <Entries person={person} charges={open} />
      ) : (
        <Card>
          <p className="text-muted">{t("admin.charges.none", { name: person.name })}</p>
        </Card>
      )}
      {settled.length === 0 ? null : showsSettled ? (
        <section className="flex flex-col gap-2">
          <h4 className="font-semibold text-muted text-sm">{t("admin.charges.settled")}</h4>
          <Entries person={person} charges={settled} />
        </section>
      ) : (
        <div>
          <Button variant="ghost" size="sm" onClick={() => setShowsSettled(true)}>
            {t("admin.charges.showSettled", {
              count: settled.length,
              number: format.count(settled.length),
            })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Entries({ person, charges }: { person: UserSummary; charges: readonly Charge[] }) {
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {charges.map((charge) => (
          <li key={charge._id} className="px-4 py-3.5 sm:px-5">
            <ChargeRow
              charge={charge}
              by={charge.addedBy}
              end={charge.status === "open" ? <Acts person={person} charge={charge} /> : null}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Acts({ person, charge }: { person: UserSummary; charge: Charge }) {
  const may = useMay();
  const pay = usePayCharge();
  const waive = useWaiveCharge();
  const { _id: id, description, outstanding } = charge;
  return (
    <div className="flex flex-wrap gap-2">
      <FineButtons
        what="charge"
        allowed={{ pay: may("record_payment"), waive: may("waive_charges") }}
        person={person}
        title={description}
        owed={outstanding}
        onSettle={(kind, { amount, note }) =>
          kind === "payment"
            ? pay.mutateAsync({ id, amount })
            : waive.mutateAsync({ id, amount, note })
        }
      />
      {may("add_charges") && outstanding === charge.amount ? (
        <CancelButton charge={charge} />
      ) : null}
    </div>
  );
}

/** Cancels a charge that was added by mistake, after a confirmation. */
function CancelButton({ charge }: { charge: Charge }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const title = charge.description;
  const cancel = useAction(useCancelCharge(), {
    done: () => t("admin.charges.cancelled"),
    failed: t("admin.charges.cancelFailed"),
    shows: "problem",
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("admin.charges.cancelOf", { title })}
        onClick={() => {
          cancel.reset();
          setOpen(true);
        }}
      >
        {t("admin.charges.cancelShort")}
      </Button>
      <ActionDialog
        action={cancel}
        open={open}
        onOpenChange={setOpen}
        title={t("admin.charges.cancelTitle")}
        text={t("admin.charges.cancelText", { title, amount: format.money(charge.outstanding) })}
        confirm={t("admin.charges.cancel")}
        dismiss={t("admin.charges.keep")}
        tone="danger"
        onConfirm={() => cancel.run(charge._id)}
      />
    </>
  );
}
