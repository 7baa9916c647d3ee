import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { DueMeter } from "@/parts/borrowings/due-meter.tsx";

/** Three features of the library, each with a small picture. */
export function Features() {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("home.features.title")}
      className="page-gutter mx-auto flex w-full max-w-page flex-col gap-10 py-16 sm:py-24"
    >
      <h2 className="max-w-[22ch] text-balance font-medium font-serif text-2xl sm:text-3xl">
        {t("home.features.title")}
      </h2>
      <div className="grid gap-6 lg:grid-cols-3">
        <Feature title={t("home.features.searchTitle")} text={t("home.features.searchText")}>
          <SearchGlimpse />
        </Feature>
        <Feature title={t("home.features.borrowTitle")} text={t("home.features.borrowText")}>
          <BorrowGlimpse />
        </Feature>
        <Feature title={t("home.features.trackTitle")} text={t("home.features.trackText")}>
          <DueGlimpse />
        </Feature>
      </div>
    </section>
  );
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-rest">
      <div
        aria-hidden="true"
        className="grid h-44 place-items-center border-line border-b bg-sunken px-6"
      >
        {children}
      </div>
      <div className="flex flex-col gap-2 p-6">
        <h3 className="font-medium font-serif text-lg">{title}</h3>
        <p className="text-pretty text-md text-muted">{text}</p>
      </div>
    </article>
  );
}

const PANEL =
  "flex w-full max-w-80 flex-col rounded-card border border-line bg-surface shadow-lift";

function SearchGlimpse() {
  const { t } = useTranslation();
  return (
    <div className={PANEL}>
      <div className="flex items-center gap-2.5 border-line border-b px-3.5 py-2.5 text-md">
        <Search className="size-4 text-subtle" />
        {t("home.features.searchTyped")}
        <span className="-ms-2 h-4 w-px bg-primary" />
      </div>
      <div className="flex items-center justify-between gap-3 px-3.5 py-3">
        <div className="flex min-w-0 flex-col">
          <span className="truncate font-medium font-serif text-md" translate="no">
            Frankenstein
          </span>
          <span className="truncate text-sm text-subtle" translate="no">
            Mary Shelley
          </span>
        </div>
        <AvailabilityBadge available={2} total={3} />
      </div>
    </div>
  );
}

function BorrowGlimpse() {
  const { t } = useTranslation();
  return (
    <div className={`${PANEL} items-stretch gap-2.5 p-4`}>
      <span className="rounded-control bg-primary-fill py-2.5 text-center font-medium text-md text-on-primary">
        {t("home.features.borrowButton")}
      </span>
      <span className="text-center text-muted text-sm">{t("home.features.borrowUntil")}</span>
    </div>
  );
}

function DueGlimpse() {
  return (
    <div className={`${PANEL} gap-3.5 p-4`}>
      <DueMeter from="2024-01-01" dueOn="2024-01-15" today="2024-01-04" />
      <DueMeter from="2024-01-01" dueOn="2024-01-15" today="2024-01-12" />
      <DueMeter from="2024-01-01" dueOn="2024-01-15" today="2024-01-17" />
    </div>
  );
}
