/** A message of one or more lines, each on its own line. */
export function Lines({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  if (rest.length === 0) return first;
  return [first, ...rest].map((line) => (
    <span key={line} className="block">
      {line}{" "}
    </span>
  ));
}
