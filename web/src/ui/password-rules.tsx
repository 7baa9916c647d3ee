import { Check, Circle } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { passwordParts, type PasswordRules as Rules } from "@/lib/validation.ts";

const PARTS = ["length", "upper", "lower", "digit"] as const;

interface PasswordRulesProps {
  id: string;
  password: string;
  rules: Rules;
}

/** The requirements of a new password, checked off during typing. */
export function PasswordRules({ id, password, rules }: PasswordRulesProps) {
  const { t } = useTranslation();
  const met = passwordParts(password, rules);
  const parts = rules.passphraseLength === null ? PARTS : [...PARTS, "passphrase" as const];
  const counts = {
    length: rules.leastLength,
    passphrase: rules.passphraseLength ?? 0,
    upper: 0,
    lower: 0,
    digit: 0,
  };
  return (
    <div id={id} className="flex flex-col gap-1.5 text-sm">
      <p className="sr-only">{t("auth.passwordRules.label")}</p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        {parts.map((part) => {
          const Icon = met[part] ? Check : Circle;
          return (
            <li
              key={part}
              className={`flex items-start gap-1.5 transition-colors ${met[part] ? "text-success" : "text-subtle"}`}
            >
              <Icon
                aria-hidden="true"
                className={`mt-0.5 size-3.5 shrink-0 ${met[part] ? "" : "p-0.5"}`}
                strokeWidth={met[part] ? 3 : 2}
              />
              <span className="wrap-anywhere">
                {t(`auth.passwordRules.${part}`, { count: counts[part] })}
                <span className="sr-only">
                  {`, ${t(met[part] ? "auth.passwordRules.met" : "auth.passwordRules.open")}`}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
