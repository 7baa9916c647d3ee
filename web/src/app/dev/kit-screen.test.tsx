import { render } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { LinkProvider } from "@/ui/link.tsx";
import KitScreen from "./kit-screen.tsx";

// This is by far the largest page, and axe compares every pair of its elements.
const TEST_TIMEOUT_MS = 90_000;

it("shows every component without a violation found by axe", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  render(
    <main>
      <LinkProvider component={({ to, ...rest }) => <a href={to} {...rest} />}>
        <KitScreen />
      </LinkProvider>
    </main>,
  );
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual(
    [],
  );
});
