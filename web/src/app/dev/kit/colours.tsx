import { Chapter, Specimen } from "./specimen.tsx";

const GROUNDS = ["bg-bg", "bg-surface", "bg-sunken", "bg-raised"] as const;
const INKS = ["text-ink", "text-muted", "text-subtle", "text-primary", "text-brass"] as const;
const SIZES = [
  "text-xs",
  "text-sm",
  "text-md",
  "text-base",
  "text-lg",
  "text-xl",
  "text-2xl",
  "text-3xl",
] as const;

/** Each text colour on each background, and the font sizes. */
export function Colours() {
  return (
    <Chapter title="Colours and type">
      <Specimen name="Inks on grounds">
        <div className="grid gap-3 sm:grid-cols-4">
          {GROUNDS.map((ground) => (
            <div
              key={ground}
              className={`${ground} flex flex-col gap-1 rounded-card border border-line p-4`}
            >
              <span className="text-sm text-subtle">{ground}</span>
              {INKS.map((ink) => (
                <span key={ink} className={ink}>
                  {ink}
                </span>
              ))}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Sizes">
        <div className="flex flex-col gap-2">
          {SIZES.map((size) => (
            <p key={size} className={`${size} truncate`}>
              <span className="font-serif">A calm reading room</span>, a fast counter {size}
            </p>
          ))}
        </div>
      </Specimen>
    </Chapter>
  );
}
