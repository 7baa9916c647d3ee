import { useTranslation } from "@/lib/i18n/index.ts";

/** A rotating ring. It needs a label unless a text beside it describes the progress. */
export function Spinner({ label, size = 20 }: { label?: string; size?: 16 | 20 | 32 }) {
  const dimension = { 16: "size-4 border-2", 20: "size-5 border-2", 32: "size-8 border-3" }[size];
  return (
    <span className="inline-flex" role={label ? "status" : undefined}>
      <span
        aria-hidden="true"
        className={`${dimension} inline-block animate-spin rounded-full border-current border-t-transparent opacity-80`}
      />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}

/** The spinner for the whole page while the login state loads. */
export function PageSpinner({ libraryName }: { libraryName: string }) {
  const { t } = useTranslation();
  return (
    <div className="boot" role="status">
      <span className="boot-ring" aria-hidden="true" />
      <p>{t("common.loading", { name: libraryName })}</p>
    </div>
  );
}
