import { Send } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { useTestMail } from "./queries.ts";

/** Tests the saved settings, and shows why they fail. */
export function TestMail({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation();
  const test = useTestMail();
  return (
    <Section title={t("settings.mail.test")}>
      <Card>
        <div className="flex flex-col items-start gap-4">
          <p className="text-md text-muted">{t("settings.mail.testText")}</p>
          <Button
            variant="secondary"
            pending={test.isPending}
            disabledReason={isConfigured ? null : t("settings.mail.testFirst")}
            onClick={({ detail }) => {
              // A fast server may respond between the two clicks of a double click.
              if (detail < 2) test.mutate();
            }}
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
          ) : test.error ? (
            <Banner tone="danger">
              <p className="font-medium">{t("settings.mail.testFailed")}</p>
              <p className="break-words" dir="auto">
                {messageOf(test.error, "") || t("common.offline")}
              </p>
            </Banner>
          ) : null}
        </div>
      </Card>
    </Section>
  );
}
