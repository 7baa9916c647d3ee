import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { Loading, TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { MailQueue } from "./mail-queue.tsx";
import { MailSettingsForm } from "./mail-settings-form.tsx";
import { useMail } from "./queries.ts";
import { TestMail } from "./test-mail.tsx";

/** `/admin/settings/mail`: the mail server, a test of it, and the queued mails. */
export default function MailScreen() {
  const { t } = useTranslation();
  const mail = useMail();
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={t("settings.mail.title")} />
      <PageHeader title={t("settings.mail.title")} lead={t("settings.mail.lead")} />
      {mail.data ? (
        <>
          <Section title={t("settings.mail.server")}>
            <Card>
              <MailSettingsForm settings={mail.data.settings} />
            </Card>
          </Section>
          <TestMail isConfigured={mail.data.settings !== null} />
          <MailQueue queue={mail.data.queue} />
        </>
      ) : mail.error ? (
        <Card>
          <ErrorState
            title={t("settings.mail.failed")}
            text={messageOf(mail.error, "")}
            onRetry={() => void mail.refetch()}
            retrying={mail.isFetching}
          />
        </Card>
      ) : (
        <Loading>
          <Card>
            <TextSkeleton lines={6} />
          </Card>
        </Loading>
      )}
    </div>
  );
}
