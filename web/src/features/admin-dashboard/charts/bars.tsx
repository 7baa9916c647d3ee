import { useFormat } from "@/lib/format-context.tsx";

interface Bar {
  name: string;
  count: number;
  /** The sum of all others, shown only as a number: its bar would make the others too short. */
  isRest?: boolean;
}

/** Horizontal bars with names and numbers: no information depends on colour or length alone. */
export function Bars({
  bars,
  tone = "primary",
}: {
  bars: readonly Bar[];
  tone?: "primary" | "danger";
}) {
  const format = useFormat();
  const most = Math.max(...bars.map(({ count, isRest }) => (isRest ? 0 : count)), 1);
  return (
    <ul className="flex flex-col gap-3">
      {bars.map(({ name, count, isRest }) => (
        <li key={name} className="flex flex-col gap-1">
          <div className="flex items-baseline justify-between gap-4 text-md">
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>{" "}
            <span className="tabular shrink-0 text-muted">{format.count(count)}</span>
          </div>
          {isRest ? null : (
            <div aria-hidden="true" className="h-2 rounded-full bg-sunken">
              <div
                className={`h-full rounded-full [print-color-adjust:exact] forced-colors:bg-[Highlight] ${tone === "danger" ? "bg-danger" : "bg-primary"}`}
                style={{ width: `${(count / most) * 100}%` }}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
