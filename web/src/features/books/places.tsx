import { MapPin } from "lucide-react";
import type { BookDetail } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";

/**
 * The places of the copies of a book: call number and location, and the number of copies if there are several places.
 */
export function Places({ places }: Pick<BookDetail, "places">) {
  const { t } = useTranslation();
  const known = places.filter(
    ({ location, callNumber, notForLoan }) =>
      location !== null || callNumber !== null || notForLoan > 0,
  );
  if (known.length === 0) return null;
  return (
    <ul aria-label={t("books.detail.places")} className="flex flex-col gap-1.5 text-md">
      {known.map(({ location, callNumber, available, notForLoan, total }) => (
        <li key={`${location}\n${callNumber}`} className="flex items-start gap-2">
          <MapPin aria-hidden="true" className="mt-px size-4.5 shrink-0 text-primary" />
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {callNumber === null ? null : (
              <span dir="auto" className="font-semibold">
                {callNumber}
              </span>
            )}
            {location === null ? null : <span dir="auto">{location}</span>}
            {places.length > 1 && notForLoan < total ? (
              <span className="text-muted">
                {t("common.availability.some", { available, total })}
              </span>
            ) : null}
            {notForLoan === 0 ? null : (
              <span className="text-muted">
                {notForLoan === total
                  ? t("books.detail.onlyHere")
                  : t("books.detail.someHere", { count: notForLoan })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
