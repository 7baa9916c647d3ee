import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it } from "vitest";
import { useAddress } from "./use-address.ts";

it("preserves changes that were made while a search was delayed", () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={["/admin/books"]}>{children}</MemoryRouter>
  );
  const hook = renderHook(() => ({ address: useAddress(), location: useLocation() }), { wrapper });
  const early = hook.result.current.address;
  act(() => hook.result.current.address.change({ edit: "01abc" }));
  act(() => early.searchFor("dune"));
  expect(hook.result.current.location.search).toBe("?edit=01abc&search=dune");
});
