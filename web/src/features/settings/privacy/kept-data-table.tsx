import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { messageOf } from "@/api/errors.ts";
import { settingsKeys } from "@/api/keys/staff.ts";
import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Section } from "@/ui/card.tsx";
import { type Column, DataTable } from "@/ui/data-table.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";

type KeptData = Shape<"KeptData">;

/** The personal data that the library stores, with the purpose and the retention under the saved settings. */
export function KeptDataTable() {
  const { t } = useTranslation();
  const kept = useQuery({
    // A saved section invalidates this key, because it changes the retention.
    queryKey: settingsKeys.keptData,
    queryFn: async ({ signal }) => (await call("GET", "/admin/kept-data", { signal })).data,
    staleTime: 0,
  });
  return (
    <Section title={t("settings.privacy.kept")}>
      {kept.data ? (
        <Table rows={kept.data} />
      ) : kept.isError ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("settings.privacy.keptFailed")}
          text={messageOf(kept.error, "")}
          onRetry={() => void kept.refetch()}
          retrying={kept.isFetching}
        />
      ) : (
        <Loading>
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
    </Section>
  );
}

function Table({ rows }: { rows: readonly KeptData[] }) {
  const { t } = useTranslation();
  const duration = useDuration();
  const columns: Column<KeptData>[] = [
    {
      id: "what",
      header: t("settings.privacy.what"),
      isRowHeader: true,
      cell: ({ kind }) => (
        <span className="font-medium">{t(`settings.privacy.kinds.${kind}.what`)}</span>
      ),
    },
    {
      id: "why",
      header: t("settings.privacy.why"),
      phone: "labelled",
      cell: ({ kind }) => (
        <span className="block min-w-48 max-w-prose text-muted">
          {t(`settings.privacy.kinds.${kind}.why`)}
        </span>
      ),
    },
    {
      id: "howLong",
      header: t("settings.privacy.howLong"),
      phone: "labelled",
      cell: ({ kind, hours }) => (
        <span className="block min-w-40">
          {hours === null
            ? t("settings.privacy.untilErased")
            : t(`settings.privacy.kinds.${kind}.howLong`, { duration: duration(hours) })}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t("settings.privacy.kept")}
      columns={columns}
      rows={rows}
      rowId={({ kind }) => kind}
    />
  );
}

/** A number of hours in words: "12 hours", "30 days". */
function useDuration(): (hours: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (hours) => {
    const days = hours / 24;
    const isDays = hours > 24 && Number.isInteger(days);
    const count = isDays ? days : hours;
    return t(isDays ? "settings.privacy.days" : "settings.privacy.hours", {
      count,
      number: format.count(count),
    });
  };
}
