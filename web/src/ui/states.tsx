import { BookOpen, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { Lines } from "./lines.tsx";

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** An icon; an open book by default. */
  icon?: ReactNode;
  /** The action. */
  action?: ReactNode;
  /** For use within a card or a list. */
  compact?: boolean;
  /** 1 when it replaces the whole page. */
  headingLevel?: 1 | 2 | 3 | 4;
}

/** An empty state: a title, an explanation and an action. */
export function EmptyState({
  title,
  text,
  icon,
  action,
  compact = false,
  headingLevel = 2,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={`flex flex-col items-center gap-3 text-center ${compact ? "px-4 py-8" : "px-4 py-16"}`}
    >
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-brass-soft text-brass [&_svg]:size-6"
      >
        {icon ?? <BookOpen />}
      </span>
      <Heading className="font-medium font-serif text-lg">{title}</Heading>
      {text ? <p className="max-w-[44ch] text-balance text-muted text-md">{text}</p> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  /** The heading, from the screen. */
  title: string;
  /** The server's message. */
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  compact?: boolean;
  /** 1 when it replaces the whole page. */
  headingLevel?: 1 | 2 | 3 | 4;
}

/** Replaces content that could not be loaded, and offers to retry. */
export function ErrorState({
  title,
  text,
  onRetry,
  retrying = false,
  compact = false,
  headingLevel = 2,
}: ErrorStateProps) {
  const { t } = useTranslation();
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      role="alert"
      className={`flex flex-col items-center gap-3 text-center ${compact ? "px-4 py-8" : "px-4 py-16"}`}
    >
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger [&_svg]:size-6"
      >
        <TriangleAlert />
      </span>
      <Heading className="font-medium font-serif text-lg">{title}</Heading>
      <p className="max-w-[44ch] text-balance text-muted text-md">
        <Lines text={text || t("common.offline")} />
      </p>
      {onRetry ? (
        <div className="mt-2">
          <Button variant="secondary" pending={retrying} onClick={onRetry}>
            {t("common.retry")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
