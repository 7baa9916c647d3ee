import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import type { Kinds } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Policy } from "../queries.ts";
import { choicesOf, choiceText, problemWords } from "./policy-words.ts";
import { editable, type SpecialRule, specialProblem } from "./values.ts";

interface SpecialRulesProps {
  policies: readonly Policy[];
  rules: readonly SpecialRule[];
  error: string | undefined;
  onChange: (rules: SpecialRule[]) => void;
}

/** The rules for patron categories and item types, one per line. */
export function SpecialRules({ policies, rules, error, onChange }: SpecialRulesProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const kinds = useKinds();
  const [fresh, setFresh] = useState(0);
  const hasKinds =
    kinds.data === undefined ||
    kinds.data.patronCategories.length + kinds.data.itemTypes.length > 0;
  const add = () => {
    const policy = policies[0];
    if (!policy) return;
    const rule = {
      key: `new-${fresh}`,
      name: policy.name,
      patronCategory: "",
      itemType: "",
      value: editable(policy, policy.standard, locale),
    };
    setFresh(fresh + 1);
    onChange([...rules, rule]);
  };
  return (
    <Section
      title={t("settings.rules.special")}
      action={
        hasKinds ? (
          <Button variant="secondary" onClick={add}>
            <Plus aria-hidden="true" />
            {t("settings.rules.addSpecial")}
          </Button>
        ) : null
      }
    >
      <p className="-mt-2 text-md text-muted">
        {t(hasKinds ? "settings.rules.specialHint" : "settings.rules.noKinds")}
      </p>
      {hasKinds ? null : (
        <div>
          <ButtonLink variant="secondary" to="/admin/settings/kinds">
            {t("settings.rules.toKinds")}
          </ButtonLink>
        </div>
      )}
      {error ? <p className="text-danger text-sm">{error}</p> : null}
      {rules.length === 0 && hasKinds ? (
        <p className="text-muted">{t("settings.rules.noSpecial")}</p>
      ) : null}
      {rules.length > 0 ? (
        <Card flush>
          <ol className="divide-y divide-line">
            {rules.map((rule, place) => (
              <Line
                key={rule.key}
                number={place + 1}
                rule={rule}
                policies={policies}
                kinds={kinds.data}
                problem={error === undefined ? null : specialProblem(policies, rule, rules)}
                onChange={(change) =>
                  onChange(rules.map((one) => (one === rule ? { ...one, ...change } : one)))
                }
                onRemove={() => onChange(rules.filter((one) => one !== rule))}
              />
            ))}
          </ol>
        </Card>
      ) : null}
    </Section>
  );
}

interface LineProps {
  number: number;
  rule: SpecialRule;
  policies: readonly Policy[];
  kinds: Kinds | undefined;
  problem: ReturnType<typeof specialProblem>;
  onChange: (change: Partial<SpecialRule>) => void;
  onRemove: () => void;
}

/** The fields of one rule: patron category, item type, policy and value. */
function Line({ number, rule, policies, kinds, problem, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const policy = policies.find(({ name }) => name === rule.name);
  return (
    <li>
      <fieldset className="grid items-start gap-3 px-4 py-4 sm:grid-cols-[1fr_1fr_auto] sm:px-5">
        <legend className="sr-only">{t("settings.rules.specialOf", { number })}</legend>
        <KindSelect
          label={t("settings.rules.person")}
          none={t("settings.rules.everyone")}
          name="special"
          kinds={kinds?.patronCategories}
          value={rule.patronCategory}
          error={problem === "case" ? t("settings.rules.needsKind") : undefined}
          onValueChange={(patronCategory) => onChange({ patronCategory })}
        />
        <KindSelect
          label={t("settings.rules.item")}
          none={t("settings.rules.everything")}
          name="special"
          kinds={kinds?.itemTypes}
          value={rule.itemType}
          onValueChange={(itemType) => onChange({ itemType })}
        />
        <Select
          label={t("settings.rules.rule")}
          name="special"
          value={rule.name}
          error={problem === "twice" ? t("settings.rules.twice") : undefined}
          onValueChange={(name) => {
            const next = policies.find((one) => one.name === name);
            if (next) onChange({ name, value: editable(next, next.standard, locale) });
          }}
          options={policies.map(({ name }) => ({
            value: name,
            label: t(`settings.rules.${name}.label` as TextKey),
          }))}
        />
        {policy ? (
          <Value
            policy={policy}
            value={rule.value}
            error={problem === "value" ? problemWords(policy, t) : undefined}
            onChange={(value) => onChange({ value })}
          />
        ) : null}
        <div className="sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:pt-6.5">
          <IconButton label={t("settings.rules.removeSpecial", { number })} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </fieldset>
    </li>
  );
}

interface ValueProps {
  policy: Policy;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Value({ policy, value, error, onChange }: ValueProps) {
  const { t } = useTranslation();
  const common = { label: t("settings.rules.value"), name: "special", value, error };
  const choices = choicesOf(policy);
  if (choices.length > 0) {
    return (
      <Select
        {...common}
        onValueChange={onChange}
        options={choices.map((choice) => ({ value: choice, label: t(choiceText(choice)) }))}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={policy.kind === "day" ? "date" : "text"}
      inputMode={policy.kind === "money" ? "decimal" : "numeric"}
      optional={policy.optional}
      hint={policy.optional ? t("settings.rules.noLimitHint") : undefined}
      autoComplete="off"
      dir="ltr"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
