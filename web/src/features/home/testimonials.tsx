import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

const VOICES = ["first", "second", "third"] as const;

/** The specification's sample testimonials, marked as such. */
export function Testimonials() {
  const { t } = useTranslation();
  return (
    <section aria-label={t("home.testimonials.title")} className="border-line border-t bg-sunken">
      <div className="page-gutter mx-auto flex max-w-page flex-col gap-10 py-16 sm:py-24">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <h2 className="font-medium font-serif text-2xl sm:text-3xl">
            {t("home.testimonials.title")}
          </h2>
          <Badge tone="brass">{t("home.testimonials.note")}</Badge>
        </div>
        <div className="grid gap-10 lg:grid-cols-3 lg:gap-12">
          {VOICES.map((voice) => (
            <figure
              key={voice}
              className="flex flex-col justify-between gap-4 border-brass/50 border-s-2 ps-5"
            >
              <blockquote className="text-pretty font-serif text-lg before:content-[open-quote] after:content-[close-quote]">
                {t(`home.testimonials.${voice}`)}
              </blockquote>
              <figcaption className="text-md text-muted">
                {t(`home.testimonials.${voice}By`)}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
