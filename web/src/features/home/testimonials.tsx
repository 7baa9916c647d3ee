import type { Home } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

const VOICES = ["first", "second", "third"] as const;

/** The library's own testimonials, or the specification's samples, marked as samples. */
export function Testimonials({ home }: { home: Home | undefined }) {
  const { t } = useTranslation();
  if (home?.voices === "none") return null;
  const own = home?.voices === "own";
  const voices = own
    ? home.testimonials
    : VOICES.map((voice) => ({
        text: t(`home.testimonials.${voice}`),
        by: t(`home.testimonials.${voice}By`),
      }));
  const title = t(own ? "home.testimonials.ownTitle" : "home.testimonials.title");
  return (
    <section aria-label={title} className="border-line border-t bg-sunken">
      <div className="page-gutter mx-auto flex max-w-page flex-col gap-10 py-16 sm:py-24">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <h2 className="font-medium font-serif text-2xl sm:text-3xl">{title}</h2>
          {own ? null : <Badge tone="brass">{t("home.testimonials.note")}</Badge>}
        </div>
        <div className="grid gap-10 lg:grid-cols-3 lg:gap-12">
          {voices.map(({ text, by }) => (
            <figure
              key={`${by} ${text}`}
              className="flex flex-col justify-between gap-4 border-brass/50 border-s-2 ps-5"
            >
              <blockquote
                dir="auto"
                className="text-pretty font-serif text-lg before:content-[open-quote] after:content-[close-quote]"
              >
                {text}
              </blockquote>
              <figcaption className="text-md text-muted" dir="auto">
                {by}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
