import { isToldEverywhere, messageOf } from "@/api/errors.ts";
import { useRecordPayment, useReturn, useWaiveFine } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { StatusBadge } from "@/ui/badge.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { FineButtons } from "@/ui/fine-buttons.tsx";
import { Link } from "@/ui/link.tsx";
import { notify } from "@/ui/toast/notify.ts";

/** A borrowing of the selected person, with what can be done about it. */
export function BorrowingEntry({ borrowing }: { borrowing: Borrowing }) {
  const { book, status } = borrowing;
  return (
    <li className="flex gap-4 px-4 py-3.5 sm:px-5">
      <div className="w-11 shrink-0">
        <Cover
          title={book.title}
          author={book.author}
          category={book.category}
          src={book.coverImage}
          decorative
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-[1_1_15rem] flex-col gap-1">
          <Link
            to={`/books/${book._id}`}
            className="line-clamp-2 w-fit max-w-full rounded-chip font-medium font-serif text-base leading-snug hover:text-primary"
          >
            <span dir="auto">{book.title}</span>
          </Link>{" "}
          <Dates borrowing={borrowing} />
        </div>{" "}
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} /> <Actions borrowing={borrowing} />
        </div>
      </div>
    </li>
  );
}

/** When it was borrowed, is due or came back, and what it costs. */
function Dates({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { borrowDate, dueOn, returnedDate, status, daysOverdue } = borrowing;
  const fine = fineWords();
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-muted text-sm">
      <span>{t("admin.users.borrowedOn", { date: format.date(borrowDate) })}</span>{" "}
      <span className={status === "overdue" ? "font-semibold text-danger" : ""}>
        {t("admin.users.dueOn", { date: format.date(dueOn) })}
        {status === "overdue" ? ` · ${t("admin.users.daysLate", { count: daysOverdue })}` : ""}
      </span>{" "}
      {returnedDate ? (
        <span>{t("admin.users.returnedOn", { date: format.date(returnedDate) })}</span>
      ) : null}{" "}
      {fine ? <span className={fine.settled ? "" : "text-danger"}>{fine.words}</span> : null}
    </p>
  );

  function fineWords(): { words: string; settled: boolean } | null {
    const { fineAmount, fineOutstanding, finePaid } = borrowing;
    if (fineOutstanding > 0) {
      const amount = format.money(fineOutstanding);
      return { words: t("admin.fines.owed", { amount }), settled: false };
    }
    const amount = format.money(fineAmount);
    if (finePaid) return { words: t("admin.fines.paid", { amount }), settled: true };
    if (status === "overdue" && fineAmount > 0) {
      return { words: t("admin.fines.running", { amount }), settled: false };
    }
    return null;
  }
}

function Actions({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const giveBack = useReturn();
  const pay = useRecordPayment();
  const waive = useWaiveFine();
  const { _id: borrowingId, book, user, status, fineOutstanding } = borrowing;

  const takeBack = async () => {
    try {
      await giveBack.mutateAsync(borrowingId);
      notify.success(t("admin.returned"));
    } catch (error) {
      if (!isToldEverywhere(error)) notify.error(messageOf(error, t("admin.returnFailed")));
    }
  };
  return (
    <>
      {fineOutstanding > 0 ? (
        <FineButtons
          name={user.name}
          title={book.title}
          owed={fineOutstanding}
          problemOf={messageOf}
          onSettle={(kind, { amount, note }) =>
            kind === "payment"
              ? pay.mutateAsync({ borrowingId, amount })
              : waive.mutateAsync({ borrowingId, amount, note })
          }
        />
      ) : null}
      {status === "returned" ? null : (
        <ActionButton
          variant="secondary"
          size="sm"
          aria-label={t("admin.users.returnOf", { title: book.title })}
          action={takeBack}
        >
          {t("admin.users.return")}
        </ActionButton>
      )}
    </>
  );
}
