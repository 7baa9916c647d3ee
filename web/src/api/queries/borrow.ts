import { call } from "../client.ts";
import { useChange } from "../use-change.ts";

/** Borrows a book by its id. */
export function useBorrow() {
  return useChange({
    call: (bookId: string) => call("POST", "/borrowings/{bookId}", { path: { bookId } }),
    changes: "loan",
    // The button and the message follow the book together.
    waits: true,
  });
}

/** Undoes a borrowing that the person made less than two minutes ago. */
export function useUndoBorrow() {
  return useChange({
    call: (borrowingId: string) =>
      call("POST", "/borrowings/{borrowingId}/undo", { path: { borrowingId } }),
    changes: "loan",
    // The screen words every failure, and shows what was undone together with the message.
    quiet: true,
    waits: true,
  });
}
