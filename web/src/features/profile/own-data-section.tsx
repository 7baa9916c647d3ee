import { Download } from "lucide-react";
import { saveFile } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { useOwnData } from "./queries.ts";

/** A copy of everything the library stores about the person. */
export function OwnDataSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const download = useAction(useOwnData(), {
    done: (data) => {
      const name = `${t("profile.data.file")}-${format.today()}.json`;
      saveFile(name, JSON.stringify(data, null, 2), "application/json");
      return t("profile.data.downloaded");
    },
    failed: t("profile.data.failed"),
  });

  return (
    <Section title={t("profile.data.title")}>
      <Card>
        <div className="flex flex-col items-start gap-4">
          <p className="text-md text-muted">{t("profile.data.text")}</p>
          <Button
            variant="secondary"
            pending={download.pending}
            onClick={() => void download.run()}
          >
            <Download aria-hidden="true" />
            {t("profile.data.download")}
          </Button>
        </div>
      </Card>
    </Section>
  );
}
