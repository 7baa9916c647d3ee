import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, SearchX } from "lucide-react";
import { useState } from "react";
import { call } from "@/api/client.ts";
import { messageOf } from "@/api/errors.ts";
import { apiDocumentKeys } from "@/api/keys/visitors.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import type { Caller } from "./caller-choice.tsx";
import { groupsOf, type OpenApi, operationById, search } from "./document.ts";
import { OperationList } from "./operation-list.tsx";
import { OperationView } from "./operation-view.tsx";

/** The query parameter of the shown operation. */
const CALL = "call";

/** Describes every call of the server, with a form to try it. */
export default function ApiDocsScreen() {
  const { t } = useTranslation();
  const document = useQuery({
    queryKey: apiDocumentKeys.document,
    // The document does not describe its own call.
    queryFn: async ({ signal }) => (await call("GET", "/openapi.json", { signal })) as OpenApi,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page>
      <DocumentTitle title={t("apiDocs.title")} />
      <PageHeader
        title={t("apiDocs.title")}
        lead={
          <>
            {t("apiDocs.lead")}{" "}
            <a
              href="/api/openapi.json"
              className="rounded-chip font-medium text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary"
            >
              {t("apiDocs.document")}
            </a>
          </>
        }
      />
      {document.isPending ? (
        <Loading>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-10 w-full max-w-md" />
            <Skeleton className="h-64 w-full" />
          </div>
        </Loading>
      ) : document.isError ? (
        <ErrorState
          title={t("apiDocs.failed")}
          text={messageOf(document.error, "")}
          onRetry={() => void document.refetch()}
          retrying={document.isFetching}
        />
      ) : (
        <Calls document={document.data} />
      )}
    </Page>
  );
}

function Calls({ document }: { document: OpenApi }) {
  const { t } = useTranslation();
  const address = useAddress();
  const user = useCurrentUser();
  const [caller, setCaller] = useState<Caller>({ as: user ? "session" : "token", token: "" });
  const groups = groupsOf(document);
  const found = search(groups, address.search);
  const selected = operationById(groups, address.query.get(CALL));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={`flex min-w-0 flex-col gap-5 ${selected ? "max-lg:hidden" : ""}`}>
        <SearchBox
          main
          label={t("apiDocs.search")}
          placeholder={t("apiDocs.search")}
          value={address.search}
          onSearch={address.searchFor}
        />
        {found.length > 0 ? (
          <OperationList
            groups={found}
            selectedId={selected?.id ?? null}
            addressOf={(id) => address.with({ [CALL]: id })}
          />
        ) : (
          <EmptyState
            compact
            icon={<SearchX />}
            title={t("apiDocs.nothingFound")}
            action={
              <Button variant="secondary" onClick={() => address.searchFor("")}>
                {t("common.clearSearch")}
              </Button>
            }
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {selected ? (
          <>
            <p className="lg:hidden">
              <TextLink to={address.with({ [CALL]: null })}>
                <ArrowLeft aria-hidden="true" className="me-1.5 inline size-4 rtl:-scale-x-100" />
                {t("apiDocs.all")}
              </TextLink>
            </p>
            <OperationView
              key={selected.id}
              operation={selected}
              document={document}
              caller={caller}
              onCallerChange={setCaller}
            />
          </>
        ) : (
          <div className="max-lg:hidden">
            <EmptyState title={t("apiDocs.choose")} text={t("apiDocs.chooseText")} />
          </div>
        )}
      </div>
    </div>
  );
}
