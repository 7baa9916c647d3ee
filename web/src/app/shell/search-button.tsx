import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { may } from "@/api/permissions.ts";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadMemberTexts, useTranslation } from "@/lib/i18n/index.ts";
import { IconButton } from "@/ui/icon-button.tsx";
import { searchPanel } from "./overlays.ts";

const SearchPanel = lazy(
  async () =>
    (await Promise.all([import("@/features/search/search-panel.tsx"), loadMemberTexts()]))[0],
);

/** The navigation's search; its panel is fetched when it is first opened. */
export function SearchButton({ user }: { user: SignedInUser }) {
  const { t } = useTranslation();
  const open = useSyncExternalStore(searchPanel.subscribe, searchPanel.isOpen);
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  // The panel closes when the session ends.
  useEffect(() => searchPanel.close, []);
  return (
    <>
      <IconButton
        label={t("nav.search")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={searchPanel.open}
      >
        <Search />
      </IconButton>
      {wanted ? (
        <Suspense fallback={null}>
          <SearchPanel
            open={open}
            onOpenChange={(next) => (next ? searchPanel.open() : searchPanel.close())}
            userId={user._id}
            withPeople={may(user, "read_users")}
          />
        </Suspense>
      ) : null}
    </>
  );
}
