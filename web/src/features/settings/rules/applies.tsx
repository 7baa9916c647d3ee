import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import type { Kind } from "@/api/shapes.ts";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { DataTable } from "@/ui/data-table.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { type Explanation, type Policy, useExplanation } from "../queries.ts";
import { useShown } from "./policy-words.ts";

/** The people and items that a rule applies to; null means all. */
interface CaseOfRule {
  patronCategory: string | null;
  itemType: string | null;
}

/** The name of a kind; null for no kind. */
function nameOf(kinds: readonly Kind[] | undefined, code: string | null): string | null {
  if (code === null || code === "") return null;
  return kinds?.find((one) => one.code === code)?.name ?? code;
}

/** The text for no kind: with "else" only if there are kinds. */
function elseOf(
  kinds: readonly Kind[] | undefined,
  others: "everyone" | "everything",
  all: "everybody" | "anything",
): TextKey {
  return `settings.rules.${kinds !== undefined && kinds.length > 0 ? others : all}`;
}

/** The values that apply to a kind of people and items, each with its rule. */
export function Applies({ policies }: { policies: readonly Policy[] }) {
  const { t } = useTranslation();
  const kinds = useKinds();
  const [person, setPerson] = useState("");
  const [item, setItem] = useState("");
  const explained = useExplanation(person, item);
  const shown = useShown();
  const { patronCategories, itemTypes } = kinds.data ?? {};
  const personOf = (code: string | null) =>
    nameOf(patronCategories, code) ?? t(elseOf(patronCategories, "everyone", "everybody"));
  const itemOf = (code: string | null) =>
    nameOf(itemTypes, code) ?? t(elseOf(itemTypes, "everything", "anything"));
  const source = ({ patronCategory, itemType }: CaseOfRule) => {
    const person = nameOf(patronCategories, patronCategory);
    const item = nameOf(itemTypes, itemType);
    if (person !== null && item !== null) return t("settings.rules.forBoth", { person, item });
    if (person !== null) return t("settings.rules.forOne", { name: person });
    return item === null ? t("settings.rules.forAll") : t("settings.rules.forOne", { name: item });
  };
  const value = ({ name, value }: Explanation) => {
    const policy = policies.find((one) => one.name === name);
    return policy ? shown(policy, value) : value;
  };
  return (
    <Section title={t("settings.rules.applies")}>
      <p className="-mt-2 text-md text-muted">{t("settings.rules.appliesHint")}</p>
      <div className="grid gap-3 sm:max-w-2xl sm:grid-cols-2">
        <KindSelect
          label={t("settings.rules.person")}
          none={t("settings.rules.everyone")}
          name="appliesTo"
          kinds={kinds.data?.patronCategories}
          value={person}
          onValueChange={setPerson}
        />
        <KindSelect
          label={t("settings.rules.item")}
          none={t("settings.rules.everything")}
          name="appliesTo"
          kinds={kinds.data?.itemTypes}
          value={item}
          onValueChange={setItem}
        />
      </div>
      {explained.data ? (
        <DataTable
          caption={t("settings.rules.appliesCaption", {
            person: personOf(person),
            item: itemOf(item),
          })}
          rowId={({ name }) => name}
          rows={explained.data}
          columns={[
            {
              id: "rule",
              header: t("settings.rules.rule"),
              isRowHeader: true,
              cell: ({ name }) => t(`settings.rules.${name}.label` as TextKey),
            },
            { id: "value", header: t("settings.rules.value"), phone: "labelled", cell: value },
            {
              id: "because",
              header: t("settings.rules.because"),
              phone: "labelled",
              cell: ({ rule }) => (rule === null ? t("settings.rules.outOfTheBox") : source(rule)),
            },
          ]}
        />
      ) : explained.isError ? (
        <Card>
          <ErrorState
            compact
            title={t("settings.loadFailed")}
            text={messageOf(explained.error, t("common.loadError"))}
            onRetry={() => void explained.refetch()}
            retrying={explained.isFetching}
          />
        </Card>
      ) : (
        <TextSkeleton lines={6} />
      )}
    </Section>
  );
}
