import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import type { Form, Problems } from "@/lib/use-form.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Policy } from "../queries.ts";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { Applies } from "./applies.tsx";
import { choicesOf, choiceText, problemOf, problemWords, useShown } from "./policy-words.ts";
import { SpecialRules } from "./special-rules.tsx";
import {
  generalValues,
  isGood,
  rulesOf,
  type SpecialRule,
  specialProblem,
  specialRules,
} from "./values.ts";

type Stored = Sections["rules"];

type Name = Policy["name"];

/** The general values by policy, and the rules for groups. */
type Values = Record<Name, string> & { special: readonly SpecialRule[] };

/** `/admin/settings/rules`: the circulation rules. */
export default function RulesScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage name="rules" title={t("settings.rules.title")} lead={t("settings.rules.lead")}>
      {(stored, reload) => <RulesForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function RulesForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const section = useSectionForm({
    name: "rules",
    stored,
    valuesOf: ({ policies, rules }): Values => ({
      ...(generalValues(policies, rules, locale) as Record<Name, string>),
      special: specialRules(policies, rules, locale),
    }),
    toForm: ({ special, ...values }) => ({
      rules: rulesOf(stored.policies, values, special, stored.rules),
    }),
    check: ({ special, ...values }): Problems<Values> => ({
      ...Object.fromEntries(
        stored.policies
          .filter((policy) => !isGood(policy, values[policy.name] ?? ""))
          .map((policy) => [policy.name, problemOf(policy)]),
      ),
      special: special.some((rule) => specialProblem(stored.policies, rule, special) !== null)
        ? "settings.rules.specialBad"
        : undefined,
    }),
  });
  const groups = [...new Set(stored.policies.map(({ group }) => group))];
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      {groups.map((group) => (
        <Section key={group} title={t(`settings.rules.${group}` as TextKey)}>
          <Card>
            <div className="grid items-start gap-x-8 gap-y-6 sm:grid-cols-2">
              {stored.policies
                .filter((policy) => policy.group === group)
                .map((policy) => (
                  <Control key={policy.name} policy={policy} form={section.form} />
                ))}
            </div>
          </Card>
        </Section>
      ))}
      <SpecialRules
        policies={stored.policies}
        rules={section.form.values.special}
        error={section.form.error("special") ?? section.form.refusal("rules")}
        onChange={(special) => section.form.set("special", special)}
      />
      <Applies policies={stored.policies} />
    </SectionFormFrame>
  );
}

interface ControlProps {
  policy: Policy;
  form: Form<Values>;
}

/** The control for a value, with its meaning and its default. */
function Control({ policy, form }: ControlProps) {
  const { t } = useTranslation();
  const { name } = policy;
  const standard = useShown()(policy, policy.standard);
  const label = t(`settings.rules.${name}.label` as TextKey);
  const hint = `${t(`settings.rules.${name}.hint` as TextKey)} ${t("settings.rules.standard", { value: standard })}`;
  const common = { label, hint, name };
  const refusal = form.error(name);
  const isRefusedHere = refusal !== undefined && !isGood(policy, form.values[name] ?? "");
  const error = isRefusedHere ? problemWords(policy, t) : refusal;
  if (policy.kind === "flag" || policy.kind === "choice") {
    return (
      <Select
        {...common}
        value={form.values[name] ?? ""}
        error={error}
        onValueChange={(value) => form.set(name, value)}
        options={choicesOf(policy).map((value) => ({ value, label: t(choiceText(value)) }))}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={policy.kind === "day" ? "date" : "text"}
      inputMode={policy.kind === "money" ? "decimal" : "numeric"}
      optional={policy.optional}
      autoComplete="off"
      dir="ltr"
      {...form.text(name)}
      error={error}
    />
  );
}
