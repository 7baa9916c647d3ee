import { useTranslation } from "@/lib/i18n/index.ts";
import { Link } from "@/ui/link.tsx";
import type { Group } from "./document.ts";
import { MethodBadge } from "./method-badge.tsx";

interface OperationListProps {
  groups: readonly Group[];
  selectedId: string | null;
  addressOf: (id: string) => string;
}

/** Links to all calls, by group. */
export function OperationList({ groups, selectedId, addressOf }: OperationListProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("apiDocs.calls")} className="flex flex-col gap-6">
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name} className="flex flex-col gap-2">
          <h2 className="font-semibold text-md">{group.description || group.name}</h2>
          <ul className="flex flex-col">
            {group.operations.map((operation) => (
              <li key={operation.id}>
                <Link
                  to={addressOf(operation.id)}
                  aria-current={operation.id === selectedId ? "page" : undefined}
                  className="flex min-h-10 items-start gap-2.5 rounded-control px-2.5 py-2 text-md hover:bg-sunken aria-[current]:bg-primary-soft aria-[current]:text-on-primary-soft touch:min-h-11"
                >
                  <MethodBadge method={operation.method} />
                  <span className="min-w-0 pt-px">
                    <span className="block">{operation.title.replaceAll("`", "")}</span>
                    <span className="block break-all font-mono text-muted text-sm">
                      {operation.path}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
