import { ChevronLeft, IdCard, Pencil } from "lucide-react";
import { useEffect, useRef } from "react";
import { messageOf } from "@/api/errors.ts";
import { mayTouch, roleCodeOf, useMay } from "@/api/permissions.ts";
import { useRoles } from "@/api/queries/roles.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import type { Permission, UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { AccountSwitch } from "./account-switch.tsx";
import { BlockSwitch } from "./block-switch.tsx";
import { ChargesOfPerson } from "./charges-of-person.tsx";
import { FinesOfPerson } from "./fines-of-person.tsx";
import { PasswordLinkButton } from "./password-link-button.tsx";
import { PersonBorrowings } from "./person-borrowings.tsx";
import { PersonDetails } from "./person-details.tsx";
import { PersonEditor } from "./person-editor.tsx";
import { usePerson } from "./queries.ts";
import { SecondFactorsButton } from "./second-factors-button.tsx";
import { BlockedBadge, InactiveBadge } from "./state-badges.tsx";

/** One person: borrowings, fines, details and actions. */
export function PersonSheet({ id }: { id: string }) {
  const { t } = useTranslation();
  const address = useAddress();
  const person = usePerson(id);
  const me = useCurrentUser();
  const may = useMay();
  const roles = useRoles();
  const touches = (permission: Permission) =>
    person.data ? mayTouch(me, permission, person.data, roles.data?.roles) : false;
  const charges =
    person.data && may("record_payment") ? <ChargesOfPerson person={person.data} /> : null;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <div className="-mb-4 lg:hidden">
        <ButtonLink variant="ghost" to={address.with({ user: null, edit: null })} className="-ms-4">
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {t("admin.users.backToList")}
        </ButtonLink>
      </div>
      <LiveRegion>
        {person.data ? t("admin.users.selected", { name: person.data.name }) : ""}
      </LiveRegion>
      {person.data ? (
        <>
          <Identity
            person={person.data}
            isMe={person.data._id === me?._id}
            may={{
              change: touches("manage_users"),
              printCard: may("manage_users"),
              openAccount: touches("make_password_links"),
              removeFactors: may("remove_second_factors"),
            }}
          />
          {may("read_any_borrowing") ? (
            <PersonBorrowings person={person.data} charges={charges} />
          ) : (
            charges
          )}
          <PersonDetails person={person.data} />
          {touches("manage_users") ? (
            <PersonEditor
              person={person.data}
              isMe={person.data._id === me?._id}
              canMove={touches("make_password_links")}
            />
          ) : null}
        </>
      ) : person.isError ? (
        <Card>
          <ErrorState
            title={t("admin.users.personFailed")}
            text={messageOf(person.error, "")}
            onRetry={person.error.status === 404 ? undefined : () => void person.refetch()}
            retrying={person.isFetching}
          />
        </Card>
      ) : (
        <IdentitySkeleton />
      )}
    </div>
  );
}

interface IdentityProps {
  person: UserSummary;
  isMe: boolean;
  /** The actions on the account that the signed-in person may take. */
  may: { change: boolean; printCard: boolean; openAccount: boolean; removeFactors: boolean };
}

function Identity({ person, isMe, may }: IdentityProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On narrow screens the sheet replaces the list and takes the focus; beside the list it does not.
    const list = document.querySelector("[data-list]");
    if (list && getComputedStyle(list).display === "none") {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <Card>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
          <Avatar name={person.name} size={64} />
          <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-1">
            <h2
              ref={heading}
              tabIndex={-1}
              dir="auto"
              className="break-words font-medium font-serif text-2xl"
            >
              {person.name}
            </h2>
            <a
              href={`mailto:${person.email}`}
              dir="auto"
              className="w-fit max-w-full truncate rounded-chip text-md text-muted hover:text-primary"
            >
              {person.email}
            </a>
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Badge tone={roleCodeOf(person) === "student" ? "neutral" : "brass"}>
                {person.staffRole
                  ? roleLabel(person.staffRole, t)
                  : t(`profile.role.${person.role}`)}
              </Badge>
              {person.studentId ? <Badge>{person.studentId}</Badge> : null}
              {person.class ? (
                <Badge>
                  <span className="sr-only">{t("admin.users.class")}</span> {person.class}
                </Badge>
              ) : null}
              {person.isActive ? null : <InactiveBadge />}
              {person.blockedAt === null ? null : <BlockedBadge />}
            </div>
          </div>
          <div className="flex flex-wrap gap-2 empty:hidden">
            {may.change ? (
              <ButtonLink variant="secondary" to={address.with({ edit: "details" })}>
                <Pencil aria-hidden="true" />
                {t("admin.users.edit")}
              </ButtonLink>
            ) : null}
            {may.printCard ? (
              <ButtonLink variant="secondary" to={pathTo("/admin/labels", { users: person._id })}>
                <IdCard aria-hidden="true" />
                {t("admin.users.libraryCard")}
              </ButtonLink>
            ) : null}
            {may.openAccount ? <PasswordLinkButton person={person} /> : null}
            {may.removeFactors && person.hasSecondFactor ? (
              <SecondFactorsButton person={person} />
            ) : null}
            {may.change ? (
              <>
                <BlockSwitch person={person} />
                <AccountSwitch person={person} isMe={isMe} />
              </>
            ) : null}
          </div>
        </div>
        {person.blockedAt === null ? null : (
          <Banner tone="warning">
            <p className="font-medium">
              {t("admin.users.blockedSince", { date: format.date(person.blockedAt) })}
            </p>
            <p dir="auto" className="whitespace-pre-line break-words">
              {person.blockReason}
            </p>
          </Banner>
        )}
        <dl className="grid grid-cols-3 divide-x divide-line border-line border-t pt-5">
          <Figure label={t("admin.users.booksOut")} value={format.count(person.activeBorrowings)} />
          <Figure
            label={t("admin.users.overdue")}
            value={format.count(person.overdueBorrowings)}
            bad={person.overdueBorrowings > 0}
          />
          <Figure
            label={t("admin.users.balance")}
            value={format.money(person.balance)}
            bad={person.balance > 0}
          />
        </dl>
        <FinesOfPerson person={person} />
      </div>
    </Card>
  );
}

function Figure({ label, value, bad = false }: { label: string; value: string; bad?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end px-4 first:ps-0 last:pe-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={`tabular font-semibold font-serif text-xl ${bad ? "text-danger" : ""}`}>
        {value}
      </dd>
    </div>
  );
}

function IdentitySkeleton() {
  return (
    <Loading>
      <Card>
        <div className="flex items-start gap-5">
          <Skeleton className="size-16 rounded-full" />
          <div className="flex flex-1 flex-col gap-3">
            <Skeleton className="h-7 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-6 w-24 rounded-full" />
          </div>
        </div>
      </Card>
    </Loading>
  );
}
