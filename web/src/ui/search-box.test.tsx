import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchBox } from "./search-box.tsx";

const search = vi.fn();

beforeEach(() => {
  search.mockClear();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function open(props: { value?: string; onEnter?: boolean } = {}) {
  const box = (value: string) => (
    <SearchBox label="Search" onSearch={search} {...props} value={value} />
  );
  const { rerender } = render(box(props.value ?? ""));
  const input = screen.getByRole("searchbox", { name: "Search" });
  return {
    input,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    press: (key: string) => fireEvent.keyDown(input, { key }),
    wait: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds)),
    address: (value: string) => rerender(box(value)),
  };
}

describe("SearchBox", () => {
  it("searches after a pause in typing, once", () => {
    const { type, wait } = open();
    type("d");
    wait(100);
    type("du");
    wait(149);
    expect(search).not.toHaveBeenCalled();
    wait(1);
    expect(search.mock.calls).toEqual([["du"]]);
  });

  it("searches at once on Enter, and not again after the pause", () => {
    const { type, press, wait } = open();
    type("dune");
    press("Enter");
    wait(1_000);
    expect(search.mock.calls).toEqual([["dune"]]);
  });

  it("is cleared by Escape, which does not propagate", () => {
    const { input, type, press, wait } = open();
    type("dune");
    const outside = vi.fn();
    document.addEventListener("keydown", outside);
    press("Escape");
    wait(1_000);
    expect(input).toHaveValue("");
    expect(search.mock.calls).toEqual([[""]]);
    expect(outside).not.toHaveBeenCalled();
    press("Escape");
    expect(outside).toHaveBeenCalledOnce();
    document.removeEventListener("keydown", outside);
  });

  it("is cleared by its button, and keeps the focus", () => {
    const { input } = open({ value: "dune" });
    fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(search.mock.calls).toEqual([[""]]);
    expect(input).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
  });

  it("follows the address when it changes elsewhere", () => {
    const { input, type, wait, address } = open();
    type("dune");
    wait(150);
    address("dune");
    expect(input).toHaveValue("dune");
    address("");
    expect(input).toHaveValue("");
    wait(1_000);
    expect(search.mock.calls).toEqual([["dune"]]);
  });

  it("keeps the typed text when the response to an earlier search arrives", () => {
    const { input, type, wait, address } = open();
    type("du");
    wait(150);
    type("dune");
    address("du");
    expect(input).toHaveValue("dune");
    wait(150);
    expect(search.mock.calls).toEqual([["du"], ["dune"]]);
  });

  it("searches only on Enter if the search opens another screen", () => {
    const { input, type, press, wait } = open({ onEnter: true });
    type("dune");
    wait(1_000);
    press("Escape");
    expect(input).toHaveValue("");
    type("solaris");
    wait(1_000);
    expect(search).not.toHaveBeenCalled();
    press("Enter");
    expect(search.mock.calls).toEqual([["solaris"]]);
  });

  it("does not search with the Enter that ends the composition of a word", () => {
    const { input, type } = open();
    type("本");
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    expect(search).not.toHaveBeenCalled();
    fireEvent.keyDown(input, { key: "Enter" });
    expect(search.mock.calls).toEqual([["本"]]);
  });
});
