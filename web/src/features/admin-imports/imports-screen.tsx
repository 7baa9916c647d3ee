import { FileUp } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { Link } from "@/ui/link.tsx";
import { FileSender } from "./file-sender.tsx";
import { type Import, useImports } from "./queries.ts";
import { StateBadge } from "./state-badge.tsx";

/** Rows per page. */
const LIMIT = 25;

/** Sends a file, and lists earlier imports. */
export default function ImportsScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const imports = useImports({ page: address.page, limit: LIMIT });
  return (
    <ListScreen
      name="imports"
      title={t("imports.title")}
      lead={t("imports.lead")}
      notice={<FileSender />}
      address={address}
      filtered={false}
      cleared={{}}
      list={imports}
      texts={{
        caption: t("imports.caption"),
        found: (count, number) => t("imports.found", { count, number }),
        failed: t("imports.failed"),
      }}
      empty={{ icon: <FileUp />, title: t("imports.empty"), text: t("imports.emptyText") }}
      nothing={() => ({ title: t("imports.empty"), text: t("imports.emptyText") })}
      columns={useColumns()}
      rowId={({ _id }) => _id}
    />
  );
}

function useColumns(): readonly Column<Import>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      id: "name",
      header: t("imports.name"),
      isRowHeader: true,
      cell: ({ _id: id, name, format: kind }) => (
        <span className="block min-w-40 max-w-xs text-start leading-tight">
          <Link
            to={pathTo("/admin/imports/:id", { id })}
            className="break-words rounded-chip font-medium font-serif text-base hover:text-primary"
          >
            <span dir="auto">{name || t(`imports.formatNames.${kind}`)}</span>
          </Link>
        </span>
      ),
    },
    {
      id: "kind",
      header: t("imports.kind"),
      cell: ({ kind }) => t(`imports.kinds.${kind}.name`),
    },
    {
      id: "state",
      header: t("imports.state"),
      cell: ({ state, valid }) => <StateBadge state={state} valid={valid} />,
    },
    {
      id: "records",
      header: t("imports.records"),
      align: "end",
      phone: "labelled",
      cell: ({ total, read }) => format.count(total || read),
    },
    {
      id: "added",
      header: t("imports.added"),
      align: "end",
      phone: "labelled",
      cell: ({ added }) => format.count(added),
    },
    {
      id: "date",
      header: t("imports.date"),
      cell: ({ createdAt }) => format.dateTime(createdAt),
    },
  ];
}
