import { Check, Minus } from "lucide-react";
import { GROUP_TEXTS, PERMISSION_TEXTS } from "@/api/permission-words.ts";
import type { Roles } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { roleLabel } from "@/parts/people/role-label.ts";
import { grouped } from "./role-form.ts";

/** Keeps the first column visible while the others scroll below it. */
const FIRST =
  "sticky start-0 z-10 after:absolute after:inset-y-0 after:end-0 after:w-px after:bg-line";

/** A table of roles and permissions. With many roles it scrolls sideways, and its first column stays visible. */
export function PermissionMatrix({ roles, permissions }: Roles) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("settings.roles.table")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-card border border-line bg-surface shadow-rest"
    >
      <table className="w-full text-md">
        <caption className="sr-only">{t("settings.roles.table")}</caption>
        <thead>
          <tr className="border-line border-b bg-sunken text-muted">
            <th
              scope="col"
              className={`${FIRST} h-10 bg-sunken px-4 text-start font-medium text-sm`}
            >
              {t("settings.roles.permissionColumn")}
            </th>
            {roles.map((role) => (
              <th
                key={role.code}
                scope="col"
                dir="auto"
                className="max-w-36 truncate px-3 text-center font-medium text-sm"
              >
                {roleLabel(role, t)}
              </th>
            ))}
          </tr>
        </thead>
        {grouped(permissions).map(({ group, permissions: ofGroup }) => (
          <tbody key={group}>
            <tr className="border-line border-b">
              <th
                scope="rowgroup"
                colSpan={roles.length + 1}
                className="px-4 pt-4 pb-1.5 text-start font-semibold text-sm"
              >
                <span className="sticky start-4">{t(GROUP_TEXTS[group])}</span>
              </th>
            </tr>
            {ofGroup.map(({ code }) => (
              <tr key={code} className="border-line border-b last:border-b-0">
                <th
                  scope="row"
                  className={`${FIRST} min-w-40 max-w-72 bg-surface px-4 py-2 text-start font-normal`}
                >
                  {t(PERMISSION_TEXTS[code])}
                </th>
                {roles.map((role) => (
                  <td key={role.code} className="px-3 text-center">
                    <Mark allowed={role.permissions.includes(code)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation();
  const Icon = allowed ? Check : Minus;
  return (
    <>
      <Icon
        aria-hidden="true"
        className={`mx-auto size-4.5 ${allowed ? "text-success" : "text-subtle opacity-60"}`}
      />
      <span className="sr-only">{t(allowed ? "settings.roles.yes" : "settings.roles.no")}</span>
    </>
  );
}
