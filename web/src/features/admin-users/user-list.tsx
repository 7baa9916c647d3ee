import { IdCard, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMay } from "@/api/permissions.ts";
import { useRoles } from "@/api/queries/roles.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ListContent } from "@/parts/list/list-content.tsx";
import { useFound } from "@/parts/list/list-query.ts";
import { useRowKeys } from "@/parts/list/use-row-keys.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { useClasses, useUserList } from "./queries.ts";
import { BlockedBadge, InactiveBadge } from "./state-badges.tsx";
import { SurnameName } from "./surname-name.tsx";

/** Rows per page. */
const LIMIT = 20;

/** The roles of the specification, until all are loaded. */
const USUAL_ROLES = [
  { code: "student", name: "Student" },
  { code: "admin", name: "Administrator" },
];

/** All people with accounts, by surname: search, role, class and pages; each entry links to the person. */
export function UserList({ selected }: { selected: string | null }) {
  const { t } = useTranslation();
  const address = useAddress();
  const { search, page } = address;
  const roles = useRoles().data?.roles ?? USUAL_ROLES;
  const role = address.query.get("role") ?? "";
  const classes = useClasses().data ?? [];
  const inClass = address.query.get("class") ?? "";
  const users = useUserList({
    search,
    page,
    limit: LIMIT,
    ...roleFilter(role),
    ...(inClass === "" ? {} : { class: inClass }),
  });
  const may = useMay();
  const people = users.data?.data.map(({ _id }) => _id) ?? [];
  const found = (count: number, number: string) => t("admin.users.found", { count, number });
  const { shown } = useFound(users, found);
  return (
    <Section
      title={t("admin.users.list")}
      action={
        <span aria-hidden="true" className="tabular text-sm text-subtle">
          {shown}
        </span>
      }
    >
      <div className="flex flex-col gap-2">
        <SearchBox
          main
          label={t("admin.users.search")}
          placeholder={t("admin.users.searchHint")}
          value={search}
          onSearch={address.searchFor}
          pending={search !== "" && users.isFetching && users.isPlaceholderData}
        />
        <div className="flex gap-2 *:min-w-0 *:flex-1">
          <Select
            hideLabel
            label={t("admin.users.filterByRole")}
            value={role}
            onValueChange={(value) => address.change({ role: value, page: null })}
            options={[
              { value: "", label: t("admin.users.everyRole") },
              ...roles.map((one) => ({ value: one.code, label: roleLabel(one, t) })),
            ]}
          />
          {classes.length > 0 || inClass !== "" ? (
            <Select
              hideLabel
              label={t("admin.users.filterByClass")}
              value={inClass}
              onValueChange={(value) => address.change({ class: value, page: null })}
              options={[
                { value: "", label: t("admin.users.everyClass") },
                ...(inClass === "" || classes.includes(inClass) ? [] : [inClass])
                  .concat(classes)
                  .map((name) => ({ value: name, label: name })),
              ]}
            />
          ) : null}
        </div>
        {may("manage_users") && people.length > 0 ? (
          <ButtonLink
            variant="ghost"
            size="sm"
            to={pathTo(
              "/admin/labels",
              inClass === "" ? { users: people.join(",") } : { class: inClass },
            )}
          >
            <IdCard aria-hidden="true" />
            {inClass === ""
              ? t("admin.users.cardsOfPage")
              : t("admin.users.cardsOfClass", { class: inClass })}
          </ButtonLink>
        ) : null}
      </div>
      <ListContent
        compact
        headingLevel={3}
        list={users}
        failed={(message) => t("admin.users.failed", { message })}
        failedText={t("admin.users.failedFallback")}
        skeleton={<UserListSkeleton />}
        empty={{ icon: <Users />, title: t("admin.users.none") }}
        nothing={
          search === "" && role === "" && inClass === ""
            ? null
            : {
                title: t("admin.users.none"),
                text: search === "" ? undefined : t("admin.nothingFor", { search }),
                onClear: () =>
                  address.change({ search: null, role: null, class: null, page: null }),
              }
        }
        found={found}
        onPage={address.goToPage}
      >
        {({ data }, { stale }) => <Entries users={data} selected={selected} stale={stale} />}
      </ListContent>
    </Section>
  );
}

/** The filter by the code of a role; `admin` is a role of the specification and has its own filter. */
function roleFilter(code: string) {
  if (code === "") return {};
  return code === "admin" ? ({ role: code } as const) : { staffRole: code };
}

function Entries({
  users,
  selected,
  stale,
}: {
  users: readonly UserSummary[];
  selected: string | null;
  stale: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const address = useAddress();
  const mayManage = useMay()("manage_users");
  useRowKeys(list, {
    onNew: mayManage ? () => address.change({ edit: "new" }) : undefined,
    // Nothing opens for a person whose details the signed-in person may not change.
    onEdit: mayManage ? (id) => address.change({ user: id, edit: "details" }) : undefined,
  });
  return (
    <Card flush>
      <ul
        ref={list}
        aria-busy={stale}
        className={`divide-y divide-line transition-opacity lg:max-h-[calc(100dvh-21rem)] lg:min-h-56 lg:overflow-y-auto ${stale ? "opacity-60" : ""}`}
      >
        {users.map((user) => (
          <Entry
            key={user._id}
            user={user}
            to={address.with({ user: user._id, edit: null })}
            selected={user._id === selected}
            // Hidden in a list of one class, to save space for the names.
            showsClass={address.query.get("class") === null}
          />
        ))}
      </ul>
    </Card>
  );
}

function Entry({
  user,
  to,
  selected,
  showsClass,
}: {
  user: UserSummary;
  to: string;
  selected: boolean;
  showsClass: boolean;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The person in the address may be outside the visible part of the list.
    if (selected && element.current) showWithin(element.current.parentElement, element.current);
  }, [selected]);
  return (
    <li ref={element} data-row={user._id}>
      <Link
        to={to}
        aria-current={selected ? "page" : undefined}
        className="flex min-h-11 items-center gap-3 border-transparent border-s-3 px-3 py-1 leading-tight outline-offset-[-2px] transition-colors hover:bg-sunken/60 aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft"
      >
        <Avatar name={user.name} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span
            dir="auto"
            className={`page-start truncate font-medium text-md ${user.isActive ? "" : "text-subtle"}`}
          >
            <SurnameName user={user} />
          </span>{" "}
          <span className="page-start truncate text-muted text-sm" dir="auto">
            {user.email}
          </span>
        </span>{" "}
        {user.class === null || !showsClass ? null : (
          <Badge>
            <span className="sr-only">{t("admin.users.class")}</span>{" "}
            <span dir="auto" className="max-w-24 truncate">
              {user.class}
            </span>
          </Badge>
        )}{" "}
        <State user={user} />
      </Link>
    </li>
  );
}

/** Whether a person may borrow, and how many books they have: overdue ones, else all. */
function State({ user }: { user: UserSummary }) {
  const { t } = useTranslation();
  const { isActive, blockedAt, overdueBorrowings, activeBorrowings } = user;
  return (
    <span className="flex shrink-0 flex-col items-end gap-1">
      {isActive ? null : <InactiveBadge />}
      {isActive && blockedAt !== null ? <BlockedBadge /> : null}{" "}
      {overdueBorrowings > 0 ? (
        <Badge tone="danger">{t("admin.users.overdueCount", { count: overdueBorrowings })}</Badge>
      ) : activeBorrowings > 0 ? (
        <Badge>{t("admin.users.holding", { count: activeBorrowings })}</Badge>
      ) : null}
    </span>
  );
}

/** Scrolls only the list until an entry is visible. */
function showWithin(list: HTMLElement | null, entry: HTMLElement): void {
  if (!list) return;
  const frame = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < frame.top) list.scrollTop -= frame.top - top;
  else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

function UserListSkeleton() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <Skeleton className="size-8 rounded-full" />
            <div className="flex flex-1 flex-col gap-1.5">
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="h-3 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
