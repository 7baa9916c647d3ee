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

/** The values that apply to a kind of people and items, each with its rule. */
export function Applies({ policies }: { policies: readonly Policy[] }) {
  const { t } = useTranslation();
  const kinds = useKinds();
  const [person, setPerson] = useState("");
  const [item, setItem] = useState("");
  const explained = useExplanation(person, item);
  const shown = useShown();
  const nameOf = (all: readonly Kind[] | undefined, code: string | null, none: TextKey) =>
    code === null || code === "" ? t(none) : (all?.find((one) => one.code === code)?.name ?? code);
  const personOf = (code: string | null) =>
    nameOf(kinds.data?.patronCategories, code, "settings.rules.everyone");
  const itemOf = (code: string | null) =>
    nameOf(kinds.data?.itemTypes, code, "settings.rules.everything");
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
            { id: "value", header: t("settings.rules.value"), cell: value },
            {
              id: "because",
              header: t("settings.rules.because"),
              cell: ({ rule }) =>
                rule === null
                  ? t("settings.rules.outOfTheBox")
                  : t("settings.rules.forCase", {
                      person: personOf(rule.patronCategory),
                      item: itemOf(rule.itemType),
                    }),
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
