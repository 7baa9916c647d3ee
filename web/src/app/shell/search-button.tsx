import { Search } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { SignedInUser } from "@/api/shapes.ts";
import { loadMemberTexts, useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { searchPanel } from "./overlays.ts";

const Palette = onDemand(async () => {
  const panel = import("./palette.tsx");
  return (await Promise.all([panel, loadMemberTexts()]))[0].default;
});

/** The search of visitors: it leads to the books of an open catalogue. */
export function SearchLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/books" variant="ghost" className="[&_svg]:size-5" aria-label={t("nav.search")}>
      <Search aria-hidden="true" />
    </ButtonLink>
  );
}

/** The navigation's search; the palette is fetched when it is first opened. */
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
        <Palette
          open={open}
          onOpenChange={(next) => (next ? searchPanel.open() : searchPanel.close())}
          user={user}
        />
      ) : null}
    </>
  );
}
