import { Columns3 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Column } from "@/ui/data-table.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Menu } from "@/ui/menu.tsx";

/** The prefix of the keys in local storage for the columns of a list that are hidden on this device. */
const PREFIX = "hidden-columns:";

function storageKey(list: string): string {
  return PREFIX + list;
}

function readHidden(list: string): ReadonlySet<string> {
  return new Set((localStorage.getItem(storageKey(list)) ?? "").split(" ").filter(Boolean));
}

/** Whether a column can be hidden: the name of the row and the actions cannot. */
function isOptional<R>({ isRowHeader, hideHeader }: Column<R>): boolean {
  return !isRowHeader && !hideHeader;
}

/** The columns of a list that are shown on this device, and a function to change them. */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const [hidden, setHidden] = useState(() => readHidden(list));
  const show = (id: string, shown: boolean) => {
    const next = new Set(hidden);
    if (shown) next.delete(id);
    else next.add(id);
    if (next.size === 0) localStorage.removeItem(storageKey(list));
    else localStorage.setItem(storageKey(list), [...next].join(" "));
    setHidden(next);
  };
  return {
    shown: columns.filter((column) => !isOptional(column) || !hidden.has(column.id)),
    optional: columns.filter(isOptional).map(({ id, header }) => ({
      id,
      header,
      shown: !hidden.has(id),
    })),
    show,
  };
}

/** Chooses which columns of a table are shown; absent on phones, where rows are cards. */
export function ColumnMenu<R>({
  optional,
  show,
}: Pick<ReturnType<typeof useColumnChoice<R>>, "optional" | "show">) {
  const { t } = useTranslation();
  return (
    <div className="max-sm:hidden">
      <Menu
        trigger={
          <IconButton label={t("list.columns")}>
            <Columns3 />
          </IconButton>
        }
        items={optional.map(({ id, header, shown }) => ({
          label: header,
          checked: shown,
          onCheckedChange: (checked) => show(id, checked),
        }))}
      />
    </div>
  );
}
