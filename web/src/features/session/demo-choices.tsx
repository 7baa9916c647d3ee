import { GraduationCap, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Credentials, Library } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";

interface DemoChoicesProps {
  demo: NonNullable<Library["demo"]>;
  onChoose: (credentials: Credentials, role: string) => void;
}

/** Two buttons that fill in the credentials of a demo library's accounts. */
export function DemoChoices({ demo, onChoose }: DemoChoicesProps) {
  const { t } = useTranslation();
  const choose = (credentials: Credentials, role: string) => () => onChoose(credentials, role);
  const admin = t("auth.login.demoAdmin");
  const student = t("auth.login.demoStudent");
  return (
    <section aria-label={t("auth.login.demo")} className="flex flex-col gap-3">
      <h2 className="flex items-center gap-3 text-sm text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("auth.login.demo")}
      </h2>
      <div className="fit-grid gap-3">
        <Choice
          icon={<GraduationCap aria-hidden="true" />}
          name={student}
          hint={t("auth.login.demoStudentHint")}
          onPress={choose(demo.student, student)}
        />
        <Choice
          icon={<ShieldCheck aria-hidden="true" />}
          name={admin}
          hint={t("auth.login.demoAdminHint")}
          onPress={choose(demo.admin, admin)}
        />
      </div>
    </section>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  name: string;
  hint: string;
  onPress: () => void;
}

function Choice({ icon, name, hint, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-w-0 flex-col items-start gap-1 rounded-control border border-line-strong bg-surface p-3 text-start transition-colors hover:border-primary hover:bg-primary-soft/50 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-brass"
    >
      <span className="flex items-center gap-2 font-medium text-md">
        {icon}
        {name}
      </span>
      <span className="text-sm text-subtle">{hint}</span>
    </button>
  );
}
