import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { createSessionStore } from "@/api/session/session-store.ts";
import { anAdmin, aUser } from "@/test/fixtures/people.ts";
import { signedInAs } from "@/test/server.ts";
import { type Note, notify, receiveNotes } from "@/ui/toast/notify.ts";
import { forgetPerson } from "./forget-person.ts";

describe("the end of a session", () => {
  it("removes the person's responses and toasts, and keeps the library's responses", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    const client = new QueryClient();
    client.setQueryData(["library"], { name: "City Library" });
    client.setQueryData(["borrowings", "mine"], []);
    const dismiss = vi.fn<(matches: (note: Note) => boolean) => void>();
    const notes: Note[] = [];
    const stop = receiveNotes({ show: (note) => notes.push(note), dismiss });
    const stopForgetting = forgetPerson(session, client);
    const undo = { run: async () => {}, done: "Return undone", problemOf: () => "" };
    notify.success("Book returned successfully!", { undo });
    notify.success("Fines", { actions: [{ label: "Record payment", run: () => {} }] });
    notify.success("Return undone", { detail: "Dune" });
    expect(dismiss).not.toHaveBeenCalled();

    await session.logout();
    expect(client.getQueryData(["borrowings", "mine"])).toBeUndefined();
    expect(client.getQueryData(["library"])).toEqual({ name: "City Library" });
    expect(dismiss).toHaveBeenCalledOnce();
    const [matches] = dismiss.mock.calls[0] ?? [];
    expect(notes).toHaveLength(3);
    expect(notes.filter((note) => !matches?.(note))).toEqual([]);
    stopForgetting();
    stop();
  });
});

describe("the session of another person", () => {
  it("shows that person's responses on the open screens", async () => {
    signedInAs(aUser());
    const session = createSessionStore();
    await session.start();
    const client = new QueryClient();
    let owner = "Amara";
    const observer = new QueryObserver(client, {
      queryKey: ["borrowings", "mine"],
      queryFn: async () => `borrowings of ${owner}`,
    });
    const seen: (string | undefined)[] = [];
    const stopObserving = observer.subscribe(({ data }) => seen.push(data));
    await vi.waitFor(() => expect(seen.at(-1)).toBe("borrowings of Amara"));
    const stopForgetting = forgetPerson(session, client);

    owner = "Wen";
    signedInAs(anAdmin());
    localStorage.setItem("token", "another");
    window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: "another" }));
    await vi.waitFor(() => expect(seen.at(-1)).toBe("borrowings of Wen"));
    stopForgetting();
    stopObserving();
  });
});
