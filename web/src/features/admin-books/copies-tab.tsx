import {
  BookMarked,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  type LucideIcon,
  TriangleAlert,
  Truck,
  Wrench,
} from "lucide-react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useKinds } from "@/api/queries/kinds.ts";
import type { Book, Copy } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM } from "@/lib/limits.ts";
import { type Problems, useForm } from "@/lib/use-form.ts";
import { Badge, type Tone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { TextLink } from "@/ui/link.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type CopyState, inCollectionFirst } from "./copy-state.ts";
import { useAddCopies, useChangeCopy, useCopies } from "./queries.ts";
import { WithdrawButton } from "./withdraw-button.tsx";

/** The maximum number of copies that one call adds. */
const MOST_AT_ONCE = COPIES_FORM.count.max;

/** The copies of a book with their borrowers, and the actions to add and withdraw copies. */
export function CopiesTab({ book }: { book: Book }) {
  const { t } = useTranslation();
  const copies = useCopies(book._id);
  return (
    <div className="flex flex-col gap-6">
      <AddCopies bookId={book._id} />
      {copies.isError && copies.data === undefined ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("admin.books.copiesFailed")}
          text={messageOf(copies.error, "")}
          onRetry={() => void copies.refetch()}
          retrying={copies.isFetching}
        />
      ) : copies.data === undefined ? (
        <TextSkeleton lines={4} />
      ) : copies.data.length === 0 ? (
        <EmptyState
          compact
          headingLevel={3}
          title={t("admin.books.copiesEmpty")}
          text={t("admin.books.copiesEmptyText")}
        />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-md text-muted">
            {t("admin.books.copiesCount", {
              available: book.availableCopies,
              total: book.totalCopies,
            })}
          </p>
          <ul
            aria-label={t("admin.books.copiesList")}
            className="divide-y divide-line rounded-card border border-line"
          >
            {inCollectionFirst(copies.data).map((copy) => (
              <CopyEntry key={copy._id} copy={copy} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface AddValues {
  count: number | null;
  itemType: string;
}

function AddCopies({ bookId }: { bookId: string }) {
  const { t } = useTranslation();
  const add = useAddCopies(bookId);
  const kinds = useKinds();
  const form = useForm<AddValues>({
    initial: { count: 1, itemType: "" },
    check: ({ count }): Problems<AddValues> =>
      count === null || !Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE
        ? { count: "admin.books.countRange" }
        : {},
    onSubmit: ({ count, itemType }) => void save(count ?? 1, itemType),
  });
  const save = async (count: number, itemType: string) => {
    try {
      await add.mutateAsync({ count, itemType: itemType === "" ? null : itemType });
      form.reset({ count: 1, itemType });
      notify.success(t("admin.books.copiesAdded", { count }));
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("admin.books.addCopiesFailed")));
      }
    }
  };
  return (
    <form
      {...form.props}
      className="flex flex-wrap items-start gap-3 rounded-card bg-sunken/70 p-4"
    >
      <div className="w-40">
        <NumberField
          label={t("admin.books.howMany")}
          min={1}
          max={MOST_AT_ONCE}
          {...form.number("count")}
        />
      </div>
      <div className="w-full empty:hidden sm:w-44">
        <KindSelect
          label={t("admin.books.copyItemType")}
          none={t("admin.books.asTheBook")}
          name="itemType"
          kinds={kinds.data?.itemTypes}
          value={form.values.itemType}
          onValueChange={(code) => form.set("itemType", code)}
        />
      </div>
      <div className="sm:pt-6.5">
        <Button type="submit" pending={add.isPending}>
          {t("admin.books.addCopies")}
        </Button>
      </div>
    </form>
  );
}

const LOOK: Record<CopyState, { icon: LucideIcon; tone: Tone }> = {
  available: { icon: CircleCheck, tone: "success" },
  on_loan: { icon: BookMarked, tone: "info" },
  hold_shelf: { icon: BookMarked, tone: "warning" },
  in_transit: { icon: Truck, tone: "warning" },
  lost: { icon: CircleHelp, tone: "danger" },
  damaged: { icon: TriangleAlert, tone: "danger" },
  in_repair: { icon: Wrench, tone: "warning" },
  withdrawn: { icon: CircleMinus, tone: "neutral" },
  unknown: { icon: CircleHelp, tone: "neutral" },
};

function CopyEntry({ copy }: { copy: Copy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state } = copy;
  const { icon: Icon, tone } = LOOK[state];
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-wrap">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span
            className={`tabular break-all font-mono text-md ${state === "withdrawn" ? "text-subtle line-through" : ""}`}
          >
            {copy.barcode}
          </span>{" "}
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {t(`admin.books.state.${state}`)}
          </Badge>
        </p>
        <p className="text-muted text-sm">
          {copy.borrower ? (
            <>
              <TextLink to={`/admin/users?user=${copy.borrower._id}`}>
                <span dir="auto">{t("admin.books.borrower", { name: copy.borrower.name })}</span>
              </TextLink>{" "}
              {copy.dueOn ? t("admin.books.until", { date: format.date(copy.dueOn) }) : null}
            </>
          ) : (
            t("admin.books.since", { date: format.date(copy.createdAt) })
          )}
        </p>
      </div>
      {state === "withdrawn" ? null : (
        <div className="flex shrink-0 items-center gap-2 max-sm:w-full">
          <div className="min-w-0 empty:hidden max-sm:flex-1 sm:w-36">
            <CopyItemType copy={copy} />
          </div>
          <WithdrawButton copy={copy} onLoan={state === "on_loan"} />
        </div>
      )}
    </li>
  );
}

/** By which rules this copy is lent, when it differs from its book. */
function CopyItemType({ copy }: { copy: Copy }) {
  const { t } = useTranslation();
  const kinds = useKinds();
  const change = useChangeCopy();
  const save = async (code: string) => {
    try {
      await change.mutateAsync({ id: copy._id, itemType: code === "" ? null : code });
      notify.success(t("admin.books.copySaved"));
    } catch (error) {
      if (!hasGeneralToast(error)) notify.error(messageOf(error, t("admin.books.copyFailed")));
    }
  };
  return (
    <KindSelect
      hideLabel
      label={t("admin.books.copyItemTypeOf", { barcode: copy.barcode })}
      none={t("admin.books.asTheBook")}
      name="itemType"
      kinds={kinds.data?.itemTypes}
      value={(change.isPending ? change.variables.itemType : copy.itemType) ?? ""}
      onValueChange={(code) => void save(code)}
    />
  );
}
