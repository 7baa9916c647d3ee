import { Pencil } from "lucide-react";
import { useEffect, useRef } from "react";
import type { User } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Details } from "./details.tsx";
import { DetailsForm } from "./details-form.tsx";
import { PendingEmail } from "./pending-email.tsx";

/** The query parameter of the open editor. */
const EDIT = "edit";

/** The person's details, or the form to change them; the address records which of the two is open. */
export function DetailsSection({ user }: { user: User }) {
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
      <PendingEmail />
      <Card>
        <div className="mb-6 flex flex-wrap items-center gap-4 border-line border-b pb-6 sm:gap-5">
          <Avatar name={user.name} size={64} />
          <div className="flex min-w-0 flex-1 basis-32 flex-col gap-1.5">
            <p className="break-words font-medium font-serif text-xl" dir="auto">
              {user.name}
            </p>
            <div className="flex flex-wrap gap-2">
              <Badge tone={user.role === "admin" ? "brass" : "primary"}>
                {user.staffRole ? roleLabel(user.staffRole, t) : t(`profile.role.${user.role}`)}
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
