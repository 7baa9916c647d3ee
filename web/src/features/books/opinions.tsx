import { EyeOff } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useModerateReview, useOpinion, useRate, useReviews } from "@/api/queries/ratings.ts";
import { useSession } from "@/api/session/session-context.tsx";
import type { BookDetail, Opinion, Review } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { useSignIn } from "@/parts/books/use-sign-in.ts";
import { RatingDialog } from "@/parts/ratings/rating-dialog.tsx";
import { ActionButton } from "@/ui/action-button.tsx";
import { Avatar } from "@/ui/avatar.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Stars } from "@/ui/rating.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** The ratings and reviews of a book, and the person's own. */
export function Opinions({ book, moderator }: { book: BookDetail; moderator: boolean }) {
  const { t } = useTranslation();
  const opinion = useOpinion(book._id);
  const { authenticated } = useSession();
  // The response about the book tells whether visitors may read reviews.
  const shown = authenticated || (book.opinions?.reviews ?? null) !== null;
  const reviews = useReviews(book._id, { enabled: shown });
  const error = opinion.error ?? reviews.error;
  return (
    <Section title={t("ratings.section")}>
      {opinion.data && (reviews.data || !shown) ? (
        <div className="flex flex-col gap-5">
          <Mine book={book} opinion={opinion.data} />
          {reviews.data ? (
            <Reviews
              entries={reviews.data.pages.flatMap(({ data }) => data)}
              moderator={moderator}
            />
          ) : null}
          {reviews.hasNextPage ? (
            <div>
              <Button
                variant="secondary"
                pending={reviews.isFetchingNextPage}
                onClick={() => void reviews.fetchNextPage()}
              >
                {t("ratings.more")}
              </Button>
            </div>
          ) : null}
        </div>
      ) : error ? (
        <Card>
          <ErrorState
            compact
            headingLevel={3}
            title={t("ratings.loadFailed")}
            text={messageOf(error, "")}
            onRetry={() => {
              void opinion.refetch();
              void reviews.refetch();
            }}
            retrying={opinion.isFetching || reviews.isFetching}
          />
        </Card>
      ) : (
        <TextSkeleton lines={3} />
      )}
    </Section>
  );
}

/** The person's own rating, or a button to give one; people who never borrowed the book see why they cannot. */
function Mine({ book, opinion }: { book: BookDetail; opinion: Opinion }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const rate = useRate(book._id);
  const signIn = useSignIn(book._id, "ratings.signIn");
  const { mine, mayRate } = opinion;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-md text-muted">
            {mine ? <Stars value={mine.stars} silent /> : null}
            {mine
              ? t("ratings.given", { count: mine.stars })
              : t(mayRate ? "ratings.prompt" : "ratings.onlyReaders")}
          </p>
          {signIn ? (
            <Button variant="secondary" onClick={() => void signIn()}>
              {t("ratings.rateIt")}
            </Button>
          ) : null}
          {mayRate ? (
            <Button variant={mine ? "secondary" : "soft"} onClick={() => setOpen(true)}>
              {t(mine ? "ratings.change" : "ratings.rateIt")}
            </Button>
          ) : null}
        </div>
        {mine?.reviewHidden ? <Banner tone="warning">{t("ratings.hiddenMine")}</Banner> : null}
      </div>
      <RatingDialog
        open={open}
        onOpenChange={setOpen}
        title={book.title}
        given={mine}
        onSave={(rating) => rate.mutateAsync(rating)}
      />
    </Card>
  );
}

function Reviews({ entries, moderator }: { entries: readonly Review[]; moderator: boolean }) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p className="text-md text-muted">{t("ratings.none")}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line border-line border-y">
      {entries.map((review) => (
        <li key={review._id} className="py-5">
          <Entry review={review} moderator={moderator} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ review, moderator }: { review: Review; moderator: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const moderate = useAction(useModerateReview(), {
    done: (_answer, change) => t(change.hidden ? "ratings.hideDone" : "ratings.showDone"),
    failed: t("ratings.moderateFailed"),
  });
  const { _id: id, isMine, stars, text, hidden, createdAt, updatedAt } = review;
  const author = review.author ?? t("ratings.anonymous");
  return (
    <article className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={author} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h3 className="page-start truncate font-medium text-md" dir="auto">
            {author}
          </h3>
          <p className="tabular flex flex-wrap items-center gap-x-2 text-sm text-subtle">
            <Stars value={stars} />
            <span>{format.date(createdAt)}</span>
            {format.date(updatedAt) === format.date(createdAt) ? null : (
              <span>{t("ratings.edited", { date: format.date(updatedAt) })}</span>
            )}
          </p>
        </div>
        {isMine ? <Badge tone="primary">{t("ratings.you")}</Badge> : null}
        {hidden ? (
          <Badge tone="warning" icon={<EyeOff aria-hidden="true" />}>
            {t("ratings.hidden")}
          </Badge>
        ) : null}
        {moderator ? (
          <ActionButton
            variant="secondary"
            size="sm"
            aria-label={t(hidden ? "ratings.showOf" : "ratings.hideOf", { name: author })}
            action={() => moderate.run({ id, hidden: !hidden })}
          >
            {t(hidden ? "ratings.show" : "ratings.hide")}
          </ActionButton>
        ) : null}
      </div>
      <p className="page-start max-w-measure whitespace-pre-line break-words text-muted" dir="auto">
        {text}
      </p>
    </article>
  );
}
