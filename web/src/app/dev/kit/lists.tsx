import { useState } from "react";
import { StatusBadge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { type Column, DataTable, type Sorting } from "@/ui/data-table.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { Chapter, Specimen } from "./specimen.tsx";

interface Loan {
  id: string;
  title: string;
  borrower: string;
  due: string;
  status: "active" | "overdue" | "returned";
  fine: string;
}

const LOANS: readonly Loan[] = [
  {
    id: "1",
    title: "Dune",
    borrower: "Amara Okafor",
    due: "Jan 5, 2024",
    status: "overdue",
    fine: "$1.25",
  },
  {
    id: "2",
    title: "الأيام",
    borrower: "Wen Li",
    due: "Jan 20, 2024",
    status: "active",
    fine: "$0.00",
  },
  {
    id: "3",
    title: "Das geheime Leben der Bäume: Was sie fühlen, wie sie kommunizieren",
    borrower: "Ada Lindqvist",
    due: "Dec 12, 2023",
    status: "returned",
    fine: "$0.00",
  },
];

const COLUMNS: readonly Column<Loan>[] = [
  {
    id: "title",
    header: "Book Title",
    cell: (loan) => loan.title,
    isRowHeader: true,
    sortBy: "title",
  },
  { id: "borrower", header: "Borrower", cell: (loan) => loan.borrower },
  { id: "due", header: "Due Date", cell: (loan) => loan.due, sortBy: "due" },
  { id: "status", header: "Status", cell: (loan) => <StatusBadge status={loan.status} /> },
  { id: "fine", header: "Fine", cell: (loan) => loan.fine, align: "end" },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: (loan) =>
      loan.status === "returned" ? null : (
        <Button size="sm" variant="secondary" aria-label={`Return ${loan.title}`}>
          Return
        </Button>
      ),
  },
];

const TABS = [
  { value: "all", label: "All", count: 1204 },
  { value: "active", label: "Active", count: 87 },
  { value: "overdue", label: "Overdue", count: 12 },
  { value: "returned", label: "Returned" },
] as const;

/** Tables and pagination. */
export function Lists() {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("all");
  const [page, setPage] = useState(2);
  const [sorting, setSorting] = useState<Sorting>({ by: "due", direction: "ascending" });
  return (
    <Chapter title="Lists">
      <Specimen name="Tabs, DataTable, Pagination">
        <Tabs label="Borrowings by status" value={tab} onValueChange={setTab} tabs={TABS}>
          <div className="flex flex-col gap-4">
            <DataTable
              caption="Borrowings"
              columns={COLUMNS}
              rows={LOANS}
              rowId={(loan) => loan.id}
              sorting={sorting}
              onSort={(by) =>
                setSorting((before) => ({
                  by,
                  direction:
                    before.by === by && before.direction === "ascending"
                      ? "descending"
                      : "ascending",
                }))
              }
            />
            <Pagination page={page} pages={61} total={1204} limit={20} onPage={setPage} />
          </div>
        </Tabs>
      </Specimen>
    </Chapter>
  );
}
