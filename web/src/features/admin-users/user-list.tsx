import { SearchX, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { messageOf } from "@/api/errors.ts";
import { useRoles } from "@/api/queries/roles.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link } from "@/ui/link.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { useUserList } from "./queries.ts";
import { BlockedBadge, InactiveBadge } from "./state-badges.tsx";

/** Rows a page. */
const LIMIT = 20;

/** All people with accounts, by name: search, role and pages; each entry links to the person. */
export function UserList({ selected }: { selected: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const { search, page } = address;
  const roles = useRoles().data?.roles ?? [
    { code: "student", name: t("admin.users.student") },
    { code: "admin", name: t("admin.users.administrator") },
  ];
  const role = address.query.get("role") ?? "";
  const users = useUserList({ search, page, limit: LIMIT, ...roleFilter(role) });
  const { data, isPlaceholderData } = users;
  const total = data?.pagination.total ?? 0;
  const counted = data ? t("admin.users.found", { count: total, number: format.count(total) }) : "";
  return (
    <Section
      title={t("admin.users.list")}
      action={
        <span aria-hidden="true" className="tabular text-sm text-subtle">
          {counted}
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
          pending={search !== "" && users.isFetching && isPlaceholderData}
        />
        <Select
          hideLabel
          label={t("admin.users.filterByRole")}
          value={role}
          onValueChange={(value) => address.change({ role: value, page: null })}
          options={[
            { value: "", label: t("admin.users.everyRole") },
            ...roles.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </div>
      <LiveRegion>{isPlaceholderData ? "" : counted}</LiveRegion>
      <Card flush>
        {users.isError ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("admin.users.failed", {
              message: messageOf(users.error, t("admin.users.failedFallback")),
            })}
            onRetry={() => void users.refetch()}
            retrying={users.isFetching}
          />
        ) : data === undefined ? (
          <UserListSkeleton />
        ) : data.pagination.total > 0 && data.data.length === 0 ? (
          <PastTheEnd compact headingLevel={3} onFirstPage={() => address.goToPage(1)} />
        ) : data.data.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            icon={search === "" ? <Users /> : <SearchX />}
            title={t("admin.users.none")}
            text={search === "" ? undefined : t("admin.nothingFor", { search })}
            action={
              search !== "" || role !== "" ? (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => address.change({ search: null, role: null, page: null })}
                >
                  {t("admin.users.clear")}
                </Button>
              ) : null
            }
          />
        ) : (
          <ul
            className={`divide-y divide-line transition-opacity lg:max-h-[calc(100dvh-21rem)] lg:min-h-56 lg:overflow-y-auto ${isPlaceholderData ? "opacity-60" : ""}`}
          >
            {data.data.map((user) => (
              <Entry
                key={user._id}
                user={user}
                to={address.with({ user: user._id, edit: null })}
                selected={user._id === selected}
              />
            ))}
          </ul>
        )}
      </Card>
      {data && !users.isError ? (
        <Pagination {...data.pagination} onPage={address.goToPage} pending={isPlaceholderData} />
      ) : null}
    </Section>
  );
}

/** The filter for a role by its code; an administrator is a role of the specification. */
function roleFilter(code: string) {
  if (code === "") return {};
  return code === "admin" ? ({ role: code } as const) : { staffRole: code };
}

function Entry({ user, to, selected }: { user: UserSummary; to: string; selected: boolean }) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A person selected by the address may be outside the visible part of the list.
    if (selected && element.current) showWithin(element.current.parentElement, element.current);
  }, [selected]);
  return (
    <li ref={element}>
      <Link
        to={to}
        aria-current={selected ? "page" : undefined}
        className="flex min-h-14 items-center gap-3 border-transparent border-s-3 px-3 py-2 outline-offset-[-2px] transition-colors hover:bg-sunken/60 aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft"
      >
        <Avatar name={user.name} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span
            dir="auto"
            className={`truncate font-medium text-md ${user.isActive ? "" : "text-subtle"}`}
          >
            {user.name}
          </span>{" "}
          <span className="truncate text-muted text-sm">{user.email}</span>
        </span>{" "}
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

/** Scrolls a list, and only the list, until an entry of it is in view. */
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
      <div className="divide-y divide-line">
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
