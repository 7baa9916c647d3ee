import { Pencil, UserRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import type { User } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";
import { AdminTools } from "./admin-tools.tsx";
import { BorrowingSummary } from "./borrowing-summary.tsx";
import { Details } from "./details.tsx";
import { DetailsForm } from "./details-form.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Who one is to the library, and what one may change of it. */
export default function ProfileScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  return (
    <Page>
      <DocumentTitle title={t("profile.title")} />
      {user ? (
        <>
          <PageHeader title={t("profile.title")} />
          <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
            <DetailsSection user={user} />
            <div className="flex min-w-0 flex-col gap-8 lg:row-span-2">
              {user.role === "admin" ? <AdminTools /> : <BorrowingSummary />}
              <Appearance />
            </div>
            <Section title={t("profile.password.title")}>
              <Card>
                <p className="mb-5 text-md text-muted">{t("profile.password.lead")}</p>
                <PasswordForm email={user.email} />
              </Card>
            </Section>
          </div>
        </>
      ) : (
        <EmptyState
          headingLevel={1}
          icon={<UserRound />}
          title={t("profile.notLoggedIn.title")}
          text={t("profile.notLoggedIn.text")}
          action={<ButtonLink to="/login">{t("profile.notLoggedIn.signIn")}</ButtonLink>}
        />
      )}
    </Page>
  );
}

/** The name in the address that says what is being edited. */
const EDIT = "edit";

function DetailsSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const address = useAddress();
  const editing = address.query.get(EDIT) === "details";
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);

  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Section
      title={t("profile.details.title")}
      action={
        editing ? undefined : (
          <Button
            ref={button}
            variant="secondary"
            onClick={() => address.change({ [EDIT]: "details" })}
          >
            <Pencil aria-hidden="true" />
            {t("profile.details.edit")}
          </Button>
        )
      }
    >
      <Card>
        <div className="mb-6 flex items-center gap-4 border-line border-b pb-6 sm:gap-5">
          <Avatar name={user.name} size={64} />
          <div className="flex min-w-0 flex-col gap-1.5">
            <p className="break-words font-medium font-serif text-xl" dir="auto">
              {user.name}
            </p>
            <div className="flex flex-wrap gap-2">
              <Badge tone={user.role === "admin" ? "brass" : "primary"}>
                {t(user.role === "admin" ? "profile.role.admin" : "profile.role.student")}
              </Badge>
              <Badge tone={user.isActive ? "success" : "danger"}>
                {t(user.isActive ? "profile.status.active" : "profile.status.inactive")}
              </Badge>
            </div>
          </div>
        </div>
        {editing ? (
          <DetailsForm
            user={user}
            addressName={EDIT}
            onClose={() => address.change({ [EDIT]: null }, { replace: true })}
          />
        ) : (
          <Details user={user} />
        )}
      </Card>
    </Section>
  );
}

function Appearance() {
  const { t } = useTranslation();
  return (
    <Section title={t("profile.appearance.title")}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-md text-muted">{t("profile.appearance.text")}</p>
          <ThemeToggle />
        </div>
      </Card>
    </Section>
  );
}
