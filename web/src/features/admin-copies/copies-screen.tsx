import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useNavigate } from "react-router";
import { call, callForFile } from "@/api/client.ts";
import { managedBookKeys } from "@/api/keys/staff.ts";
import { useMay } from "@/api/permissions.ts";
import { parseCsv } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { DownloadButton } from "@/parts/list/download-button.tsx";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import { copiesOf, useCopyColumns } from "./copy-columns.tsx";

const STATES = [
  "available",
  "on_loan",
  "overdue",
  "hold_shelf",
  "in_transit",
  "lost",
  "damaged",
  "in_repair",
  "withdrawn",
] as const;
const SORTS = ["barcode", "callNumber", "title"] as const;
/** Only copies on loan have a due date. */
const SORTS_OF_LOANS = ["dueDate", ...SORTS] as const;

/** Rows per page. */
const LIMIT = 25;

/** The filters and the order of the list. */
interface Wanted {
  state?: (typeof STATES)[number];
  location?: string;
  search?: string;
  sort: (typeof SORTS_OF_LOANS)[number];
}

/** The copies of all books: their states, places, conditions and borrowers. */
export default function CopiesScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const navigate = useNavigate();
  const may = useMay();
  const maySeeBorrowers = may("read_any_borrowing");
  const states = STATES.filter((state) => state !== "overdue" || maySeeBorrowers);
  const state = choiceOf(address.query, "state", ["all", ...states], "all");
  const location = address.query.get("location") ?? "";
  const isOfLoans = maySeeBorrowers && (state === "on_loan" || state === "overdue");
  const sorts = isOfLoans ? SORTS_OF_LOANS : SORTS;
  const usualSort = isOfLoans ? "dueDate" : "barcode";
  const sort = choiceOf(address.query, "sort", sorts, usualSort);
  const wanted: Wanted = {
    sort,
    ...(state === "all" ? {} : { state }),
    ...(location === "" ? {} : { location }),
    ...(address.search === "" ? {} : { search: address.search }),
  };
  const copies = useQuery({
    queryKey: managedBookKeys.allCopies({ ...wanted, page: address.page }),
    queryFn: ({ signal }) =>
      call("GET", "/copies", { query: { ...wanted, page: address.page, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useCopyColumns({ isOfLoans, maySeeBorrowers });
  const filter = (name: string) => (value: string) =>
    address.change({ [name]: value === "all" ? null : value, sort: null, page: null });
  const total = copies.data?.pagination.total ?? 0;
  return (
    <ListScreen
      name="copies"
      title={t("admin.copies.title")}
      lead={t("admin.copies.lead")}
      address={address}
      search={{ label: t("admin.copies.search"), placeholder: t("admin.copies.searchHint") }}
      filters={
        <>
          <div className="max-sm:flex-[1_1_9rem] sm:w-44">
            <Select
              hideLabel
              label={t("admin.copies.state")}
              value={state}
              onValueChange={filter("state")}
              options={[
                { value: "all", label: t("admin.copies.anyState") },
                ...states.map((value) => ({
                  value,
                  label:
                    value === "overdue"
                      ? t("admin.copies.overdue")
                      : t(`admin.books.state.${value}`),
                })),
              ]}
            />
          </div>
          <LocationFilter location={location} onLocation={filter("location")} />
        </>
      }
      filtered={address.search !== "" || state !== "all" || location !== ""}
      cleared={{ search: null, state: null, location: null }}
      tools={total > 0 && may("export_borrowings") ? <Download wanted={wanted} /> : null}
      list={copies}
      texts={{
        caption: t("admin.copies.title"),
        found: (count, number) => t("admin.copies.found", { count, number }),
        failed: t("admin.copies.failed"),
      }}
      empty={{ title: t("admin.copies.empty"), text: t("admin.copies.emptyText") }}
      nothing={() => ({
        title: t("admin.copies.noMatch"),
        text:
          address.search === ""
            ? t("admin.copies.noMatchText")
            : t("admin.nothingFor", { search: address.search }),
      })}
      columns={columns}
      rowId={({ _id }) => _id}
      sorting={{ by: sort, direction: "ascending" }}
      onSort={(by) => address.change({ sort: by === usualSort ? null : by, page: null })}
      onEdit={
        may("manage_catalogue")
          ? (id) => {
              const copy = copies.data?.data.find(({ _id }) => _id === id);
              if (copy) void navigate(copiesOf(copy.book));
            }
          : undefined
      }
      bulk={
        may("manage_catalogue")
          ? {
              labelOf: ({ barcode }) => t("list.selectRow", { name: barcode }),
              actions: ({ rows }) => <PrintLabels ids={rows.map(({ _id }) => _id)} />,
            }
          : undefined
      }
    />
  );
}

/** The filter by location; hidden if no copy has one. */
function LocationFilter({
  location,
  onLocation,
}: {
  location: string;
  onLocation: (location: string) => void;
}) {
  const { t } = useTranslation();
  const locations = useQuery({
    queryKey: managedBookKeys.locations,
    queryFn: async ({ signal }) => (await call("GET", "/copies/locations", { signal })).data,
  });
  // The location in the address may no longer have copies.
  const all = [...new Set([...(locations.data ?? []), ...(location === "" ? [] : [location])])];
  if (all.length === 0) return null;
  return (
    <div className="max-sm:flex-[1_1_9rem] sm:w-52">
      <Select
        hideLabel
        label={t("admin.copies.location")}
        value={location === "" ? "all" : location}
        onValueChange={onLocation}
        options={[
          { value: "all", label: t("admin.copies.anyLocation") },
          ...all.map((value) => ({ value, label: value })),
        ]}
      />
    </div>
  );
}

/** Prints labels for the selected copies. */
function PrintLabels({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ButtonLink size="sm" to={pathTo("/admin/labels", { copies: ids.join(",") })}>
      <Tags aria-hidden="true" />
      {t("admin.copies.printLabels")}
    </ButtonLink>
  );
}

/** Downloads the copies that match the filters, and shows a message when the file is not complete. */
function Download({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <DownloadButton
      failed={t("admin.copies.downloadFailed")}
      file={async () => {
        const { text, total } = await callForFile("/copies/table.csv", { query: { ...wanted } });
        const shown = parseCsv(text).length - 1;
        const counts = { shown: format.count(shown), total: format.count(total) };
        return {
          name: `${t("admin.copies.file")}-${format.today()}`,
          text,
          done:
            shown < total ? t("admin.copies.downloadedPart", counts) : t("admin.copies.downloaded"),
        };
      }}
    />
  );
}
