import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { changed } from "@/api/changes.ts";
import { useHeldEntries } from "./use-held-entries.ts";

interface Row {
  id: string;
  text: string;
}

const row = (id: string, text = id) => ({ id, text });

interface ListProps {
  rows: readonly Row[];
  question?: string;
  stale?: boolean;
}

function List({ rows, question = "", stale = false }: ListProps) {
  const held = useHeldEntries(rows, ({ id }) => id, { question, stale });
  return (
    <>
      <ul {...held.events}>
        {held.entries.map((entry) => (
          <li key={entry.id} {...held.itemProps(entry)}>
            <button type="button">{entry.text}</button>
            <input aria-label={`Note of ${entry.id}`} />
          </li>
        ))}
      </ul>
      {held.waits ? (
        <button type="button" onClick={held.release}>
          Show
        </button>
      ) : null}
    </>
  );
}

afterEach(() => vi.useRealTimers());

/** The text of every row, in parentheses if it cannot be used. */
const seen = () =>
  screen
    .getAllByRole("listitem", { hidden: true })
    .map((item) => (item.hasAttribute("inert") ? `(${item.textContent})` : item.textContent));

const BEFORE = [row("a"), row("b"), row("c")];
const AFTER = [row("d"), row("c", "changed"), row("a")];

it("follows at once while there is no pointer or focus in it", () => {
  const { rerender } = render(<List rows={BEFORE} />);
  rerender(<List rows={AFTER} />);
  expect(seen()).toEqual(["d", "changed", "a"]);
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
});

it.each(["the pointer is there", "a row has the focus of the keyboard", "somebody types"])(
  "keeps the places while %s, with the current values",
  (why) => {
    const { rerender } = render(<List rows={BEFORE} />);
    if (why === "the pointer is there") fireEvent.pointerEnter(screen.getByRole("list"));
    else if (why === "somebody types") screen.getByLabelText("Note of b").focus();
    else {
      fireEvent.keyDown(document.body, { key: "Tab" });
      act(() => screen.getByRole("button", { name: "b" }).focus());
    }
    rerender(<List rows={AFTER} />);
    expect(seen()).toEqual(["a", "(b)", "changed"]);
    rerender(<List rows={[row("b", "back"), ...AFTER]} />);
    expect(seen()).toEqual(["a", "back", "changed"]);
    if (why === "the pointer is there") fireEvent.pointerLeave(screen.getByRole("list"));
    else act(() => (document.activeElement as HTMLElement).blur());
    expect(seen()).toEqual(["back", "d", "changed", "a"]);
  },
);

it("keeps a text that is being typed", () => {
  const { rerender } = render(<List rows={BEFORE} />);
  const note = screen.getByLabelText("Note of b");
  act(() => note.focus());
  fireEvent.change(note, { target: { value: "half a sen" } });
  rerender(<List rows={[row("c")]} />);
  expect(note).toBeInTheDocument();
  expect(note).toHaveValue("half a sen");
});

it("shows the changes on request, and those of another page at once", () => {
  const { rerender } = render(<List rows={BEFORE} />);
  fireEvent.pointerEnter(screen.getByRole("list"));
  rerender(<List rows={AFTER} />);
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(seen()).toEqual(["d", "changed", "a"]);
  fireEvent.pointerEnter(screen.getByRole("list"));
  rerender(<List rows={BEFORE} question="page 2" />);
  expect(seen()).toEqual(["a", "b", "c"]);
});

it("shows the person's own change even under the pointer, and then holds again", () => {
  vi.useFakeTimers();
  const { rerender } = render(<List rows={BEFORE} />);
  fireEvent.pointerEnter(screen.getByRole("list"));
  act(() => void changed(new QueryClient(), "loan"));
  rerender(<List rows={AFTER} />);
  expect(seen()).toEqual(["d", "changed", "a"]);
  act(() => vi.advanceTimersByTime(2_000));
  rerender(<List rows={BEFORE} />);
  expect(seen()).toEqual(["(d)", "c", "a"]);
});

it("shows the response to a new question under the pointer, also when it came after a while", () => {
  const { rerender } = render(<List rows={BEFORE} question="all" />);
  const list = screen.getByRole("list");
  rerender(<List rows={BEFORE} question="search" stale />);
  fireEvent.pointerEnter(list);
  rerender(<List rows={BEFORE} question="search" stale />);
  expect(seen()).toEqual(["a", "b", "c"]);
  rerender(<List rows={[row("c")]} question="search" />);
  expect(seen()).toEqual(["c"]);
});

it("shows the person's own change at once, also when its data come late", async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  let answer = (_data: string) => {};
  const late = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const { rerender } = render(<List rows={BEFORE} />);
  fireEvent.pointerEnter(screen.getByRole("list"));
  client.setQueryData(["admin", "books", "list"], "before");
  const observed = new QueryObserver(client, {
    queryKey: ["admin", "books", "list"],
    queryFn: () => late,
  }).subscribe(() => {});
  const shown = changed(client, "edited");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  rerender(<List rows={AFTER} />);
  expect(seen()).toEqual(["a", "(b)", "changed"]);
  await act(async () => {
    answer("after");
    await shown;
  });
  expect(seen()).toEqual(["d", "changed", "a"]);
  observed();
});
