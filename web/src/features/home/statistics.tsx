import type { Home } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

const SAMPLES = ["books", "users", "borrowed", "uptime"] as const;
const LIVE = ["books", "users", "borrowed"] as const;

/** Statistics of the library, or the sample figures of the specification, marked as samples. */
export function Statistics({ home }: { home: Home | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (home?.figures === "none") return null;
  const live = home?.live ?? null;
  const figures = live
    ? LIVE.map((name) => ({ name, value: format.count(live[name]) }))
    : SAMPLES.map((name) => ({ name, value: t(`home.statistics.${name}Value`) }));
  return (
    <section aria-label={t("home.statistics.title")} className="border-line border-y bg-surface">
      <div className="page-gutter relative mx-auto max-w-page py-10">
        <dl
          className={`fit-grid gap-y-8 lg:divide-x lg:divide-line ${live ? "[--fit:6rem]" : "sm:grid-cols-2 lg:grid-cols-4"}`}
        >
          {figures.map(({ name, value }) => (
            <div key={name} className="flex flex-col-reverse items-center gap-1">
              <dt className="text-md text-muted">{t(`home.statistics.${name}`)}</dt>
              <dd className="tabular font-medium font-serif text-3xl sm:text-[2.75rem] sm:leading-none">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {live ? null : (
          <p className="mt-7 flex justify-center">
            <Badge tone="brass">{t("home.statistics.note")}</Badge>
          </p>
        )}
      </div>
    </section>
  );
}
