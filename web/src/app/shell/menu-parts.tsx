import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SidePanel } from "@/ui/dialog.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";

export interface MenuSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The classes of a row of the menu sheet. */
export const MENU_ROW =
  "flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start text-ink transition-colors hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted";

/** The sheet with the navigation bar's links on phones and tablets. */
export function MenuSheet({ children, ...props }: MenuSheetProps & { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <SidePanel {...props} title={t("nav.menu")} width="sm">
      <div className="flex flex-col gap-5">
        {children}
        <div className="flex items-center justify-between gap-4 border-line border-t pt-5">
          <span aria-hidden="true" className="text-md text-muted">
            {t("common.theme.label")}
          </span>
          <ThemeToggle />
        </div>
      </div>
    </SidePanel>
  );
}

/** A group of links in the menu sheet, with a name that is shown if `visible`. */
export function MenuGroup({
  label,
  visible = false,
  children,
}: {
  label: string;
  visible?: boolean;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label} className="-mx-3 flex flex-col">
      {visible ? (
        <span aria-hidden="true" className="px-3 pb-1 font-medium text-sm text-subtle">
          {label}
        </span>
      ) : null}
      {children}
    </nav>
  );
}
