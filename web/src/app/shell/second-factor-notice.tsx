import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { TextLink } from "@/ui/link.tsx";

/** Informs staff that they need a second sign-in step before they get their permissions. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  return (
    <div className="page-gutter mx-auto w-full max-w-page pt-4">
      <Banner tone="warning">
        <p>{t("profile.security.needed")}</p>
        <p className="mt-1">
          <TextLink to="/profile#security">{t("profile.security.neededLink")}</TextLink>
        </p>
      </Banner>
    </div>
  );
}
