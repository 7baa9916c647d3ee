import { useTranslation } from "@/lib/i18n/index.ts";
import { Cover } from "@/ui/cover/cover.tsx";
import { SHELF } from "./shelf-books.ts";

/** Eight generated covers on two boards; on phones one board that scrolls sideways. */
export function LeaningShelf() {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("home.hero.shelf")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, so the keyboard must reach it
      tabIndex={0}
      translate="no"
      className="snap-shelf min-w-0 gap-4 max-lg:-mx-4 max-lg:items-end max-lg:border-board max-lg:border-b-10 max-lg:px-6 max-lg:pt-6 lg:flex-col lg:gap-12 lg:overflow-visible sm:max-lg:-mx-6"
    >
      {SHELF.map((board) => (
        <ul
          key={board[0]?.title}
          className="relative flex shrink-0 items-end gap-4 max-lg:contents lg:justify-between lg:gap-2 lg:px-6 lg:after:absolute lg:after:inset-x-0 lg:after:top-full lg:after:h-3 lg:after:rounded-chip lg:after:bg-board lg:after:shadow-lift"
        >
          {board.map(({ title, author, category, stance }) => (
            <li key={title} className={`w-30 shrink-0 ${stance}`}>
              <Cover title={title} author={author} category={category} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}
