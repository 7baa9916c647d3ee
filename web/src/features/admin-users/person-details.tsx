import { useKinds } from "@/api/queries/kinds.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";

const FACTS = [
  "studentId",
  "phone",
  "collegeName",
  "department",
  "currentSemester",
  "currentSemesterCategory",
  "address",
] as const;

/** What the library knows of a person. */
export function PersonDetails({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKinds();
  const patronCategory =
    person.patronCategory === null
      ? null
      : kinds.data?.patronCategories.find(({ code }) => code === person.patronCategory)?.name;
  return (
    <Section title={t("admin.users.details")}>
      <Card>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {patronCategory ? (
            <Fact label={t("admin.users.patronCategory")} value={patronCategory} />
          ) : null}
          {FACTS.map((fact) => (
            <Fact key={fact} label={t(`admin.users.${fact}`)} value={person[fact]} />
          ))}
          <Fact
            label={t("admin.users.status")}
            value={t(person.isActive ? "admin.users.active" : "admin.users.inactive")}
          />
          <Fact label={t("admin.users.createdAt")} value={format.date(person.createdAt)} />
          <Fact label={t("admin.users.updatedAt")} value={format.date(person.updatedAt)} />
        </dl>
      </Card>
    </Section>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd dir="auto" className={`whitespace-pre-line break-words ${value ? "" : "text-subtle"}`}>
        {value || t("common.notAvailable")}
      </dd>
    </div>
  );
}
