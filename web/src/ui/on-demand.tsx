import { type ComponentType, useEffect, useState } from "react";
import { offerAgain } from "@/lib/failed-loads.ts";

/**
 * A component whose code is fetched when it is first shown; until then it is empty. Unlike with `React.lazy`, a failed
 * load does not affect the rest of the page, whose fields keep their values; `FailedLoads` offers a retry.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function OnDemand(props: P) {
    const [Component, setComponent] = useState(() => loaded);
    const [attempt, setAttempt] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
    useEffect(() => {
      if (Component) return;
      let isCurrent = true;
      let withdraw = () => {};
      load().then(
        (component) => {
          loaded = component;
          if (isCurrent) setComponent(() => component);
        },
        () => {
          if (isCurrent) withdraw = offerAgain(() => setAttempt((count) => count + 1));
        },
      );
      return () => {
        isCurrent = false;
        withdraw();
      };
    }, [Component, attempt]);
    return Component ? <Component {...props} /> : null;
  };
}
