import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Select } from "@/ui/select.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import type { Added } from "./add-by-isbn/added.ts";
import { AddedList } from "./add-by-isbn/added-list.tsx";
import type { FoundBook } from "./add-by-isbn/filled.ts";
import { NewBookForm } from "./add-by-isbn/new-book-form.tsx";
import { OwnBooks } from "./add-by-isbn/own-books.tsx";
import { type BookLookup, useForgetLookup, useLookup } from "./add-by-isbn/queries.ts";
import { ScanInput } from "./add-by-isbn/scan-input.tsx";
import { isbnOf } from "./add-by-isbn/scanned.ts";
import { SourceAnswers } from "./add-by-isbn/source-answers.tsx";
import type { BookValues } from "./book-form.ts";
import { useManagedBooks } from "./queries.ts";

/** The number of entries of the list of what was added. */
const SHOWN = 20;

interface Scan {
  key: number;
  isbn: string;
}

/** `/admin/add-by-isbn`: adds books and copies, one scan after the other. */
export default function AddByIsbnScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const first = isbnOf(address.query.get("isbn") ?? "");
  const [queue, setQueue] = useState<readonly Scan[]>(first ? [{ key: 0, isbn: first }] : []);
  const lastKey = useRef(0);
  const [added, setAdded] = useState<readonly Added[]>([]);
  const [common, setCommon] = useState<Partial<BookValues>>({});
  const [message, setMessage] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const [current, next] = queue;
  const lookup = useLookup(current?.isbn ?? null);
  // While a person looks at one result, the next number is looked up.
  useLookup(next?.isbn ?? null);
  const forget = useForgetLookup();
  useEffect(() => input.current?.focus(), []);

  const enqueue = (isbn: string) => {
    lastKey.current += 1;
    const key = lastKey.current;
    setQueue((before) => [...before, { key, isbn }]);
    setMessage(
      queue.length > 0
        ? t("addByIsbn.queued", { isbn, count: queue.length })
        : t("addByIsbn.lookingUp", { isbn }),
    );
  };
  const goOn = () => {
    if (current) forget(current.isbn);
    setQueue((before) => before.slice(1));
    input.current?.focus();
  };
  const note = (entry: Omit<Added, "key">) => {
    lastKey.current += 1;
    const { current: key } = lastKey;
    setAdded((before) => [{ ...entry, key }, ...before].slice(0, SHOWN));
    setMessage(t("addByIsbn.saved", { title: entry.title }));
    goOn();
  };
  const takenBack = (entry: Added) => {
    setAdded((before) =>
      before.map((one) => (one.key === entry.key ? { ...one, isTakenBack: true } : one)),
    );
    setMessage(t("addByIsbn.undoneOf", { title: entry.title }));
    input.current?.focus();
  };
  return (
    <Page>
      <DocumentTitle title={t("addByIsbn.title")} />
      <PageHeader
        title={t("addByIsbn.title")}
        lead={t("addByIsbn.lead")}
        actions={
          <ButtonLink variant="secondary" to="/admin/books">
            {t("nav.manageBooks")}
          </ButtonLink>
        }
      />
      <Card>
        <ScanInput input={input} onIsbn={enqueue} onEmpty={() => result.current?.focus()} />
        {queue.length > 1 ? (
          <p className="mt-3 break-words text-muted text-sm">
            {t("addByIsbn.waiting", {
              isbns: queue
                .slice(1)
                .map(({ isbn }) => isbn)
                .join(", "),
              count: queue.length - 1,
            })}
          </p>
        ) : null}
      </Card>
      {current ? (
        <section aria-labelledby="isbn-result" className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 ref={result} id="isbn-result" tabIndex={-1} className="font-semibold text-lg">
              <IsbnText isbn={current.isbn} />
            </h2>
            <Button variant="ghost" size="sm" onClick={goOn}>
              {t("addByIsbn.skip")}
            </Button>
          </div>
          {lookup.data ? (
            <Result
              key={current.key}
              lookup={lookup.data}
              common={common}
              onAdded={note}
              onBook={({ category, itemType }) => setCommon({ category, itemType })}
              onShown={setMessage}
            />
          ) : lookup.error ? (
            <>
              <Banner
                tone="warning"
                action={
                  <Button
                    variant="secondary"
                    size="sm"
                    pending={lookup.isFetching}
                    onClick={() => void lookup.refetch()}
                  >
                    {t("common.retry")}
                  </Button>
                }
              >
                {messageOf(lookup.error, t("addByIsbn.lookupFailed"))}
              </Banner>
              <Blank
                key={current.key}
                isbn={current.isbn}
                common={common}
                onAdded={(entry, { category, itemType }) => {
                  setCommon({ category, itemType });
                  note(entry);
                }}
              />
            </>
          ) : (
            <Card>
              <p className="mb-4 text-muted">{t("addByIsbn.looking")}</p>
              <TextSkeleton lines={4} />
            </Card>
          )}
        </section>
      ) : null}
      <AddedList added={added} onTakenBack={takenBack} />
      <LiveRegion>{message}</LiveRegion>
    </Page>
  );
}

interface ResultProps {
  lookup: BookLookup;
  common: Partial<BookValues>;
  onAdded: (added: Omit<Added, "key">) => void;
  /** Called with the form of a new book that was added. */
  onBook: (values: BookValues) => void;
  /** Called with the result in one sentence. */
  onShown: (sentence: string) => void;
}

/** What is known of a number: books of the library, or the form of a new one. */
function Result({ lookup, common, onAdded, onBook, onShown }: ResultProps) {
  const { t } = useTranslation();
  const { isbn, books, sources } = lookup;
  const [isOther, setOther] = useState(books.length === 0);
  const found = sources.flatMap(({ name, found: book }) => (book ? [{ name, found: book }] : []));
  const [chosen, setChosen] = useState(found[0]?.name ?? "");
  const source = found.find(({ name }) => name === chosen) ?? null;
  const sentence =
    books.length > 0
      ? t("addByIsbn.ownNote", { title: books[0]?.title ?? "" })
      : source
        ? t("addByIsbn.foundNote", {
            source: source.name,
            title: source.found.draft.title ?? isbn,
          })
        : t("addByIsbn.nothingNote");
  const shown = useRef(onShown);
  useEffect(() => shown.current(sentence), [sentence]);
  const saved = (entry: Omit<Added, "key">, values: BookValues) => {
    onBook(values);
    onAdded(entry);
  };
  return (
    <>
      {books.length > 0 ? (
        <>
          <Banner tone="info">{t("addByIsbn.own", { count: books.length })}</Banner>
          <OwnBooks books={books} onAdded={onAdded} />
          {isOther ? null : (
            <div>
              <Button variant="secondary" onClick={() => setOther(true)}>
                <Plus aria-hidden="true" />
                {t("addByIsbn.otherEdition")}
              </Button>
            </div>
          )}
        </>
      ) : null}
      {isOther ? (
        <>
          <Origin sources={sources} source={source} />
          {found.length > 1 ? (
            <div className="max-w-sm">
              <Select
                label={t("addByIsbn.chooseSource")}
                value={chosen}
                options={found.map(({ name }) => ({ value: name, label: name }))}
                onValueChange={setChosen}
              />
            </div>
          ) : null}
          <Blank key={chosen} isbn={isbn} source={source} common={common} onAdded={saved} />
        </>
      ) : null}
    </>
  );
}

/** Says where the form has its values from, or why it is empty. */
function Origin({
  sources,
  source,
}: {
  sources: BookLookup["sources"];
  source: { name: string } | null;
}) {
  const { t } = useTranslation();
  const maySet = useMay()("manage_settings");
  const isAsked = sources.some(({ state }) => state !== "off");
  return (
    <Banner tone={source ? "success" : "info"}>
      <p>
        {source
          ? t("addByIsbn.filledFrom", { source: source.name })
          : t(isAsked ? "addByIsbn.nothingFound" : "addByIsbn.noSource")}{" "}
        {!isAsked && maySet ? (
          <TextLink to="/admin/settings/book-data">{t("addByIsbn.setSources")}</TextLink>
        ) : null}
      </p>
      <SourceAnswers answers={sources} />
    </Banner>
  );
}

/** The form of a new book, with the categories of the catalogue. */
function Blank({
  source = null,
  ...rest
}: {
  isbn: string;
  source?: { name: string; found: FoundBook } | null;
  common: Partial<BookValues>;
  onAdded: (added: Omit<Added, "key">, values: BookValues) => void;
}) {
  const books = useManagedBooks({ status: "current", limit: 1 });
  return <NewBookForm {...rest} source={source} categories={books.data?.facets.category ?? []} />;
}
