import type { Library, LibraryRules } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { WEEKDAYS } from "@/lib/weekdays.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Fact } from "@/ui/fact.tsx";

const LINK =
  "rounded-chip font-medium text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary";

interface ContactFactsProps {
  library: Pick<Library, "contact">;
  rules: Pick<LibraryRules, "closedWeekdays" | "closures">;
}

/** How to reach the library, and when it is open. */
export function ContactFacts({ library, rules }: ContactFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { email, phone, address } = library.contact;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Section title={t("pages.contact.reach")}>
        <Card>
          {email || phone || address ? (
            <dl className="flex flex-col gap-4">
              {email ? (
                <Fact label={t("pages.contact.email")}>
                  <a href={`mailto:${email}`} className={LINK}>
                    {email}
                  </a>
                </Fact>
              ) : null}
              {phone ? (
                <Fact label={t("pages.contact.phone")}>
                  <a href={`tel:${phone}`} className={LINK}>
                    {phone}
                  </a>
                </Fact>
              ) : null}
              {address ? (
                <Fact label={t("pages.contact.address")}>
                  <span className="whitespace-pre-line">{address}</span>
                </Fact>
              ) : null}
            </dl>
          ) : (
            <p className="text-muted">{t("pages.contact.none")}</p>
          )}
        </Card>
      </Section>
      <Section title={t("pages.contact.opening")}>
        <Card>
          <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-[min(2rem,8vw)] gap-y-1.5">
            {WEEKDAYS.map((weekday) => {
              const closed = rules.closedWeekdays.includes(weekday);
              return (
                <div key={weekday} className="contents">
                  <dt>{format.weekday(weekday, "long")}</dt>
                  <dd className={closed ? "text-muted" : "font-medium"}>
                    {t(closed ? "pages.contact.closed" : "pages.contact.open")}
                  </dd>
                </div>
              );
            })}
          </dl>
          {rules.closures.length > 0 ? (
            <div className="mt-5 flex flex-col gap-2 border-line border-t pt-5">
              <h3 className="font-semibold text-md">{t("pages.contact.closures")}</h3>
              <ul className="flex flex-col gap-1.5 text-md">
                {rules.closures.map(({ date, name }) => (
                  <li key={date} className="flex flex-wrap justify-between gap-x-4">
                    <span dir="auto">{name}</span>
                    <span className="tabular text-muted">{format.date(date)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </Card>
      </Section>
    </div>
  );
}
