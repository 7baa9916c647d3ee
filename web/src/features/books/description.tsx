import { useTranslation } from "@/lib/i18n/index.ts";
import { FoldedText } from "./folded-text.tsx";

/** The description of a book, folded after six lines. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <FoldedText
      text={text}
      className="font-serif text-lg leading-relaxed"
      clamp="line-clamp-6"
      more={t("books.detail.showMore")}
    />
  );
}
