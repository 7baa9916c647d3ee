import { Search } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./states.tsx";

interface PastTheEndProps {
  onFirstPage: () => void;
  compact?: boolean;
  headingLevel?: 2 | 3;
}

/** Replaces the rows of a list if the page in the address is past the last one. */
export function PastTheEnd({ onFirstPage, ...look }: PastTheEndProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      {...look}
      icon={<Search />}
      title={t("common.pastTheEnd")}
      action={
        <Button variant="secondary" onClick={onFirstPage}>
          {t("common.firstPage")}
        </Button>
      }
    />
  );
}
