import type { ReactNode } from "react";
import type { User } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";

/** What the library knows of the person, in groups. */
export function Details({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-col divide-y divide-line">
      <Group title={t("profile.details.contact")}>
        <Fact name={t("profile.details.email")}>{user.email}</Fact>
        <Fact name={t("profile.details.phone")}>{user.phone}</Fact>
        <Fact name={t("profile.details.address")}>{user.address}</Fact>
      </Group>
      <Group title={t("profile.details.study")}>
        <Fact name={t("profile.details.studentId")}>{user.studentId}</Fact>
        <Fact name={t("profile.details.college")}>{user.collegeName}</Fact>
        <Fact name={t("profile.details.department")}>{user.department}</Fact>
        <Fact name={t("profile.details.semester")}>{user.currentSemester}</Fact>
        <Fact name={t("profile.details.category")}>{user.currentSemesterCategory}</Fact>
      </Group>
      <Group title={t("profile.details.account")}>
        <Fact name={t("profile.details.created")}>{format.date(user.createdAt)}</Fact>
        <Fact name={t("profile.details.updated")}>{format.date(user.updatedAt)}</Fact>
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

function Fact({ name, children }: { name: string; children: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-sm text-subtle">{name}</dt>
      <dd className="page-start whitespace-pre-line break-words" dir="auto">
        {children ?? <span className="text-subtle">{t("profile.details.notSet")}</span>}
      </dd>
    </div>
  );
}
