import { useState } from "react";

/**
 * The entries of a list in the order in which they were first shown, so that nothing moves under the pointer when an
 * entry changes. New entries come last. The order is kept until the component unmounts.
 */
export function useSteadyOrder<E>(entries: readonly E[], idOf: (entry: E) => string): E[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const unknown = entries.map(idOf).filter((id) => !order.includes(id));
  const known = unknown.length === 0 ? order : [...order, ...unknown];
  if (known !== order) setOrder(known);
  return entries.toSorted((one, other) => known.indexOf(idOf(one)) - known.indexOf(idOf(other)));
}
