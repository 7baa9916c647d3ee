import { messageOf } from "@/api/errors.ts";
import { useMyCharges } from "@/api/queries/charges.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ChargeRow } from "@/parts/borrowings/charge-row.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** The person's charges without a borrowing; most people have none, and see nothing of it. */
export function MyCharges() {
  const { t } = useTranslation();
  const charges = useMyCharges();
  if (charges.data ? charges.data.length === 0 : !charges.isError) return null;
  return (
    <Section title={t("borrowings.charges.title")}>
      <Card>
        {charges.data ? (
          <div className="flex flex-col gap-4">
            <p className="text-md text-muted">{t("borrowings.charges.text")}</p>
            <ul className="-mb-4 flex flex-col divide-y divide-line border-line border-t">
              {charges.data.map((charge) => (
                <li key={charge._id} className="py-4">
                  <ChargeRow charge={charge} />
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <ErrorState
            compact
            headingLevel={3}
            title={t("borrowings.charges.failed")}
            text={messageOf(charges.error, "")}
            onRetry={() => void charges.refetch()}
            retrying={charges.isFetching}
          />
        )}
      </Card>
    </Section>
  );
}
