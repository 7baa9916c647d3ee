import { Send } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { useTestMail } from "./queries.ts";

/** Tests the saved settings, and shows why they fail. */
export function TestMail({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation();
  const test = useTestMail();
  const action = useAction(test, { failed: t("common.offline"), shows: "problem" });
  return (
    <Section title={t("settings.mail.test")}>
      <Card>
        <div className="flex flex-col items-start gap-4">
          <p className="text-md text-muted">{t("settings.mail.testText")}</p>
          <Button
            variant="secondary"
            pending={action.pending}
            disabledReason={isConfigured ? null : t("settings.mail.testFirst")}
            onClick={() => void action.run()}
          >
            <Send aria-hidden="true" />
            {t("settings.mail.testSend")}
          </Button>
          {test.data ? (
            <Banner tone="success">
              <span className="break-words">
                {t("settings.mail.testSent", { address: test.data })}
              </span>
            </Banner>
          ) : action.problem ? (
            <Banner tone="danger">
              <p className="font-medium">{t("settings.mail.testFailed")}</p>
              <p className="break-words" dir="auto">
                {action.problem}
              </p>
            </Banner>
          ) : null}
        </div>
      </Card>
    </Section>
  );
}
