import { useMay } from "@/api/permissions.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { type Format, useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { nameOfLanguage } from "@/lib/i18n/languages.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Fact } from "@/ui/fact.tsx";
import { TextLink } from "@/ui/link.tsx";
import { EraseButton } from "./erase-button.tsx";

const FACTS = [
  "studentId",
  "class",
  "homeroom",
  "phone",
  "collegeName",
  "department",
  "currentSemester",
  "currentSemesterCategory",
  "address",
] as const;

/** The stored details of a person. */
export function PersonDetails({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKinds();
  const may = useMay();
  const patronCategory =
    person.patronCategory === null
      ? null
      : kinds.data?.patronCategories.find(({ code }) => code === person.patronCategory)?.name;
  const missing = t("common.notAvailable");
  return (
    <Section
      title={t("admin.users.details")}
      action={
        !may("read_audit") ? null : (
          <span className="flex flex-wrap gap-x-5 gap-y-1 text-md">
            <TextLink to={pathTo("/admin/audit", { user: person._id })}>
              {t("admin.users.historyOfChanges")}
            </TextLink>
            <TextLink to={pathTo("/admin/audit", { actor: person._id })}>
              {t("admin.users.actionsOfPerson")}
            </TextLink>
          </span>
        )
      }
    >
      <Card>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {patronCategory ? (
            <Fact label={t("admin.users.patronCategory")} missing={missing}>
              {patronCategory}
            </Fact>
          ) : null}
          {FACTS.map((fact) => (
            <Fact key={fact} label={t(`admin.users.${fact}`)} missing={missing}>
              {person[fact]}
            </Fact>
          ))}
          <Fact label={t("admin.users.language")} missing={t("admin.users.noLanguage")}>
            {nameOfLanguage(person.language)}
          </Fact>
          <Fact label={t("admin.users.status")} missing={missing}>
            {t(person.isActive ? "admin.users.active" : "admin.users.inactive")}
          </Fact>
          <Fact label={t("admin.users.termsAccepted")} missing={missing}>
            {termsOf(person, t, format)}
          </Fact>
          <Fact label={t("admin.users.createdAt")} missing={missing}>
            {format.date(person.createdAt)}
          </Fact>
          <Fact label={t("admin.users.updatedAt")} missing={missing}>
            {format.date(person.updatedAt)}
          </Fact>
        </dl>
        {may("erase_users") ? (
          <div className="mt-6 border-line border-t pt-5">
            <EraseButton person={person} />
          </div>
        ) : null}
      </Card>
    </Section>
  );
}

/** The date and the version of the accepted terms; null when staff created the account. */
function termsOf(
  { termsAcceptedAt, termsChangedAt }: UserSummary,
  t: Translate,
  format: Format,
): string | null {
  if (termsAcceptedAt === null) return null;
  const date = format.date(termsAcceptedAt);
  return termsChangedAt === null
    ? t("admin.users.termsStandard", { date })
    : t("admin.users.termsOf", { date, changed: format.dateTime(termsChangedAt) });
}
