import { useMay } from "@/api/permissions.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ListContent } from "@/parts/list/list-content.tsx";
import { LiveRegion } from "@/ui/announce.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { ACTIONS } from "./actions.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { DownloadAudit } from "./download-audit.tsx";
import { EntryList, EntryListSkeleton } from "./entry-list.tsx";
import { type AuditQuery, hasReversedDays, useAuditLog } from "./queries.ts";

/** Entries per page. */
const LIMIT = 25;

/** The server does not count beyond this. */
const MOST_COUNTED = 10_000;

const NO_FILTERS = {
  actor: null,
  user: null,
  book: null,
  action: null,
  from: null,
  to: null,
  page: null,
};

/** The audit log with its filters. */
export default function AuditLogScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const may = useMay();
  const query = queryOf(address.query);
  const log = useAuditLog({ ...query, page: address.page, limit: LIMIT });

  const isReversed = hasReversedDays(query);
  const data = isReversed ? undefined : log.data;
  const total = data?.pagination.total ?? 0;
  const none = { title: t("audit.empty"), text: t("audit.emptyText") };
  return (
    <Page>
      <DocumentTitle title={t("audit.title")} />
      <PageHeader
        title={t("audit.title")}
        lead={t("audit.lead")}
        actions={total > 0 && may("export_audit") ? <DownloadAudit query={query} /> : null}
      />
      <div className="flex flex-col gap-5">
        <AuditFilters query={query} address={address} entries={data?.data ?? []} />
        <LiveRegion>{isReversed ? t("audit.reversedDays") : ""}</LiveRegion>
        {isReversed ? null : (
          <ListContent
            list={log}
            failed={t("audit.error")}
            skeleton={<EntryListSkeleton />}
            empty={none}
            nothing={{ ...none, onClear: () => address.change(NO_FILTERS) }}
            found={(count, number) => t("audit.found", { count, number })}
            onPage={address.goToPage}
          >
            {({ data }, { stale }) => <EntryList entries={data} stale={stale} />}
          </ListContent>
        )}
        {!isReversed && total >= MOST_COUNTED ? (
          <p className="text-muted text-sm">
            {t("audit.more", { number: format.count(MOST_COUNTED) })}
          </p>
        ) : null}
      </div>
    </Page>
  );
}

/** The filters in the address; invalid ones are ignored. */
function queryOf(address: URLSearchParams): AuditQuery {
  const query: AuditQuery = {};
  for (const [name, noun] of [
    ["actor", "user"],
    ["user", "user"],
    ["book", "book"],
  ] as const) {
    const id = address.get(name);
    if (id !== null && new RegExp(`^${noun}_[1-9]\\d{0,18}$`).test(id)) query[name] = id;
  }
  for (const name of ["from", "to"] as const) {
    const day = address.get(name);
    if (day !== null && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) {
      query[name] = day;
    }
  }
  const action = ACTIONS.find((known) => known === address.get("action"));
  if (action !== undefined) query.action = action;
  return query;
}
