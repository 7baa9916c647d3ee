import { Download } from "lucide-react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { saveFile } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useOwnData } from "./queries.ts";

/** A copy of everything the library stores about the person. */
export function OwnDataSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const ownData = useOwnData();

  const download = async () => {
    try {
      const data = await ownData.mutateAsync();
      const name = `${t("profile.data.file")}-${format.today()}.json`;
      saveFile(name, JSON.stringify(data, null, 2), "application/json");
      notify.success(t("profile.data.downloaded"));
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("profile.data.failed")));
    }
  };

  return (
    <Section title={t("profile.data.title")}>
      <Card>
        <div className="flex flex-col items-start gap-4">
          <p className="text-md text-muted">{t("profile.data.text")}</p>
          <Button variant="secondary" pending={ownData.isPending} onClick={() => void download()}>
            <Download aria-hidden="true" />
            {t("profile.data.download")}
          </Button>
        </div>
      </Card>
    </Section>
  );
}
