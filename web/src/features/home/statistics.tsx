import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

const FIGURES = ["books", "users", "borrowed", "uptime"] as const;

/** The specification's sample figures, marked as such. */
export function Statistics() {
  const { t } = useTranslation();
  return (
    <section aria-label={t("home.statistics.title")} className="border-line border-y bg-surface">
      <div className="page-gutter relative mx-auto max-w-page py-10">
        <dl className="grid grid-cols-2 gap-y-8 lg:grid-cols-4 lg:divide-x lg:divide-line">
          {FIGURES.map((figure) => (
            <div key={figure} className="flex flex-col-reverse items-center gap-1">
              <dt className="text-md text-muted">{t(`home.statistics.${figure}`)}</dt>
              <dd className="tabular font-medium font-serif text-3xl sm:text-[2.75rem] sm:leading-none">
                {t(`home.statistics.${figure}Value`)}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-7 flex justify-center">
          <Badge tone="brass">{t("home.statistics.note")}</Badge>
        </p>
      </div>
    </section>
  );
}
