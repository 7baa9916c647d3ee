import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { type ListOf, type PageOf, useFound } from "./list-query.ts";
import { NotRefreshed } from "./not-refreshed.tsx";

/** The message of a list without rows. */
export interface NoRows {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

export interface ListContentProps<A extends PageOf<unknown>> {
  list: ListOf<A>;
  /** The heading when the list could not be loaded; it may contain the message itself. */
  failed: string | ((message: string) => string);
  /** The text for a failure without a message of the server. */
  failedText?: string;
  skeleton: ReactNode;
  /** Shown when there are no entries. */
  empty: NoRows;
  /** Shown when no entries match; present while a search or a filter is active. */
  nothing?: (Omit<NoRows, "icon"> & { onClear: () => void }) | null;
  /** The number of entries, as it is announced. */
  found: (total: number, number: string) => string;
  onPage: (page: number) => void;
  /** For a list within a card. */
  compact?: boolean;
  headingLevel?: 2 | 3;
  /** Whether removed entries are still shown; see `useHeldEntries`. */
  holds?: boolean;
  children: (answer: A, options: { stale: boolean }) => ReactNode;
}

/**
 * A list in one of its states: loading, failed, empty, no match, past its end, or with entries and pages. Loaded
 * entries stay when a reload fails.
 */
export function ListContent<A extends PageOf<unknown>>({
  list,
  failed,
  failedText = "",
  skeleton,
  empty,
  nothing = null,
  found,
  onPage,
  compact = false,
  headingLevel = 2,
  holds = false,
  children,
}: ListContentProps<A>) {
  const { t } = useTranslation();
  const { announced } = useFound(list, found);
  const { data, error, isPlaceholderData } = list;
  const retry = { onRetry: () => void list.refetch(), retrying: list.isFetching };
  const look = { compact, headingLevel };
  return (
    <>
      <LiveRegion>{announced}</LiveRegion>
      {content()}
    </>
  );

  function content() {
    if (data === undefined) return error ? <Card>{failure()}</Card> : skeleton;
    if (data.data.length === 0 && !holds) return <Card>{noRows(data)}</Card>;
    return (
      <>
        {error ? <NotRefreshed error={error} {...retry} /> : null}
        {children(data, { stale: isPlaceholderData })}
        <Pagination {...data.pagination} onPage={onPage} pending={isPlaceholderData} />
      </>
    );
  }

  function failure() {
    const message = messageOf(error, failedText);
    if (typeof failed === "string") {
      return <ErrorState {...look} {...retry} title={failed} text={message} />;
    }
    return <ErrorState {...look} {...retry} title={failed(message)} />;
  }

  function noRows({ pagination }: A) {
    if (pagination.total > 0) return <PastTheEnd {...look} onFirstPage={() => onPage(1)} />;
    if (!nothing) return <EmptyState {...look} {...empty} />;
    return (
      <EmptyState
        {...look}
        icon={<SearchX />}
        title={nothing.title}
        text={nothing.text}
        action={
          <>
            {nothing.action}
            <Button variant="secondary" onClick={nothing.onClear}>
              {t("list.clear")}
            </Button>
          </>
        }
      />
    );
  }
}
