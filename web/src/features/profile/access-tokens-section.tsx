import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { AccessToken, SignedInUser } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { RevokeTokenButton } from "./revoke-token-button.tsx";
import { useAccessTokens } from "./token-queries.ts";

const TokenDialog = onDemand(async () => (await import("./token-dialog.tsx")).default);

/** The tokens with which programs act for the person. */
export function AccessTokensSection({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [making, setMaking] = useState(false);
  return (
    <Section
      title={t("profile.tokens.title")}
      action={
        <Button
          variant="secondary"
          onClick={() => {
            setWanted(true);
            setMaking(true);
          }}
        >
          <Plus aria-hidden="true" />
          {t("profile.tokens.new")}
        </Button>
      }
    >
      <Card>
        <p className="mb-5 text-md text-muted">{t("profile.tokens.lead")}</p>
        <Tokens />
      </Card>
      {wanted ? <TokenDialog user={user} open={making} onOpenChange={setMaking} /> : null}
    </Section>
  );
}

function Tokens() {
  const { t } = useTranslation();
  const tokens = useAccessTokens();
  if (tokens.isPending) {
    return (
      <Loading>
        <Skeleton className="h-14 w-full" />
      </Loading>
    );
  }
  if (tokens.isError) {
    return (
      <ErrorState
        compact
        headingLevel={3}
        title={t("profile.tokens.listFailed")}
        text={messageOf(tokens.error, "")}
        onRetry={() => void tokens.refetch()}
        retrying={tokens.isFetching}
      />
    );
  }
  if (tokens.data.length === 0) {
    return (
      <EmptyState
        compact
        headingLevel={3}
        icon={<KeyRound />}
        title={t("profile.tokens.none")}
        text={t("profile.tokens.noneText")}
      />
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line" aria-label={t("profile.tokens.title")}>
      {tokens.data.map((token) => (
        <Token key={token._id} token={token} />
      ))}
    </ul>
  );
}

function Token({ token }: { token: AccessToken }) {
  const { t } = useTranslation();
  const format = useFormat();
  const expired = new Date(token.expiresAt) <= new Date();
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="break-words font-medium" dir="auto">
          {token.name}
        </p>
        <p className="text-muted text-sm">
          {t(expired ? "profile.tokens.expired" : "profile.tokens.expires", {
            date: format.dateTime(token.expiresAt),
          })}
          {" · "}
          {token.lastUsedAt
            ? t("profile.tokens.used", { date: format.dateTime(token.lastUsedAt) })
            : t("profile.tokens.unused")}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {token.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </div>
      </div>
      <RevokeTokenButton token={token} />
    </li>
  );
}
