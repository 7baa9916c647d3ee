import { useEndFeed, useMakeFeed } from "@/api/queries/saved-searches.ts";
import type { SavedSearch } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { OneTimeSecret } from "@/ui/one-time-secret.tsx";

interface FeedDialogProps {
  saved: SavedSearch;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates the feed of a saved search and shows its address once, or ends the feed. */
export function FeedDialog({ saved, open, onOpenChange }: FeedDialogProps) {
  const { t } = useTranslation();
  const change = useMakeFeed();
  const address = change.data?.data.address;
  const options = { failed: t("savedSearches.feedFailed"), shows: "problem" } as const;
  const make = useAction(change, options);
  const end = useAction(useEndFeed(), {
    ...options,
    done: () => t("savedSearches.feedEnded"),
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    change.reset();
    make.reset();
    end.reset();
  };
  const { _id: id, name, hasFeed } = saved;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      footerCloses={address !== undefined}
      title={t("savedSearches.feedTitle", { name })}
      footer={
        address ? (
          <Button onClick={() => close(false)}>{t("savedSearches.feedDone")}</Button>
        ) : (
          <>
            {hasFeed ? (
              <Button
                variant="secondary"
                pending={end.pending}
                onClick={async () => {
                  if (await end.run(id)) close(false);
                }}
              >
                {t("savedSearches.endFeed")}
              </Button>
            ) : null}
            <Button pending={make.pending} onClick={() => void make.run(id)}>
              {t(hasFeed ? "savedSearches.replaceFeed" : "savedSearches.makeFeed")}
            </Button>
          </>
        )
      }
    >
      {address ? (
        <div className="flex flex-col gap-4">
          <Banner tone="warning" focus>
            {t("savedSearches.feedOnce")}
          </Banner>
          <OneTimeSecret
            label={t("savedSearches.feedAddress")}
            hint={t("savedSearches.feedAddressHint")}
            value={new URL(address, window.location.origin).href}
          />
        </div>
      ) : (
        <div className="flex flex-col gap-4 text-md">
          <FormProblem action={make} />
          <FormProblem action={end} />
          <p>{t(hasFeed ? "savedSearches.feedExists" : "savedSearches.feedLead")}</p>
          <p className="text-muted">{t("savedSearches.feedPrivate")}</p>
        </div>
      )}
    </Dialog>
  );
}
