import { LaptopMinimal, Smartphone } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import type { OwnSession } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { useEndSessions, useOwnSessions } from "./queries.ts";

/** The person's sessions, with buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation();
  const sessions = useOwnSessions();
  const end = useAction(useEndSessions(), {
    done: (_answer, id) =>
      t(id === "others" ? "profile.sessions.othersEnded" : "profile.sessions.ended"),
    failed: t("profile.sessions.endFailed"),
  });

  return (
    <Section
      title={t("profile.sessions.title")}
      action={
        sessions.data && sessions.data.length > 1 ? (
          <ActionButton variant="secondary" size="sm" action={() => end.run("others")}>
            {t("profile.sessions.endOthers")}
          </ActionButton>
        ) : undefined
      }
    >
      <Card flush>
        <p className="border-line border-b p-4 text-md text-muted sm:px-6">
          {t("profile.sessions.lead")}
        </p>
        {sessions.data ? (
          <ul className="flex flex-col divide-y divide-line">
            {sessions.data.map((session) => (
              <SessionEntry
                key={session._id}
                session={session}
                onEnd={() => end.run(session._id)}
              />
            ))}
          </ul>
        ) : sessions.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("profile.sessions.failed")}
            text={messageOf(sessions.error, "")}
            onRetry={() => void sessions.refetch()}
            retrying={sessions.isFetching}
          />
        ) : (
          <div className="p-4 sm:p-6">
            <TextSkeleton lines={3} />
          </div>
        )}
      </Card>
    </Section>
  );
}

const HANDHELD = ["iPhone", "iPad", "Android"];

function SessionEntry({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<boolean> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { browser, system } = session;
  const device =
    browser && system
      ? t("profile.sessions.named", { browser, system })
      : (browser ?? system ?? t("profile.sessions.unknown"));
  const Icon = system && HANDHELD.includes(system) ? Smartphone : LaptopMinimal;
  return (
    <li className="flex items-center gap-3 p-4 sm:gap-4 sm:px-6">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft"
      >
        <Icon className="size-4.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-md">
          {device}
          {session.isCurrent ? <Badge tone="success">{t("profile.sessions.current")}</Badge> : null}
        </p>
        <p className="text-sm text-subtle">
          {t("profile.sessions.signedIn", { date: format.dateTime(session.createdAt) })}
        </p>
        <p className="text-sm text-subtle">
          {t("profile.sessions.lastUsed", { date: format.dateTime(session.lastUsedAt) })}
        </p>
      </div>
      {session.isCurrent ? null : (
        <ActionButton
          variant="secondary"
          size="sm"
          aria-label={t("profile.sessions.endNamed", {
            device,
            date: format.dateTime(session.lastUsedAt),
          })}
          action={onEnd}
        >
          {t("profile.sessions.end")}
        </ActionButton>
      )}
    </li>
  );
}
