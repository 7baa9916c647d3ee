import type { ReactNode } from "react";
import type { User } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { nameOfLanguage } from "@/lib/i18n/languages.ts";
import { Fact } from "@/ui/fact.tsx";

/** The stored details of the person, in groups. */
export function Details({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const missing = t("profile.details.notSet");
  return (
    <div className="flex flex-col divide-y divide-line">
      <Group title={t("profile.details.contact")}>
        <Fact label={t("profile.details.email")} missing={missing}>
          {user.email}
        </Fact>
        <Fact label={t("profile.details.phone")} missing={missing}>
          {user.phone}
        </Fact>
        <Fact label={t("profile.details.address")} missing={missing}>
          {user.address}
        </Fact>
      </Group>
      <Group title={t("profile.details.study")}>
        <Fact label={t("profile.details.studentId")} missing={missing}>
          {user.studentId}
        </Fact>
        {user.class === null ? null : <Fact label={t("profile.details.class")}>{user.class}</Fact>}
        {user.homeroom === null ? null : (
          <Fact label={t("profile.details.homeroom")}>{user.homeroom}</Fact>
        )}
        <Fact label={t("profile.details.college")} missing={missing}>
          {user.collegeName}
        </Fact>
        <Fact label={t("profile.details.department")} missing={missing}>
          {user.department}
        </Fact>
        <Fact label={t("profile.details.semester")} missing={missing}>
          {user.currentSemester}
        </Fact>
        <Fact label={t("profile.details.category")} missing={missing}>
          {user.currentSemesterCategory}
        </Fact>
      </Group>
      <Group title={t("profile.details.account")}>
        <Fact label={t("profile.details.language")} missing={t("profile.details.noLanguage")}>
          {nameOfLanguage(user.language)}
        </Fact>
        <Fact label={t("profile.details.created")}>{format.date(user.createdAt)}</Fact>
        <Fact label={t("profile.details.updated")}>{format.date(user.updatedAt)}</Fact>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-6 gap-y-4 py-6 first:pt-0 last:pb-0 sm:grid-cols-[8rem_minmax(0,1fr)]"
    >
      <h3 className="font-semibold text-md">{title}</h3>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">{children}</dl>
    </section>
  );
}
