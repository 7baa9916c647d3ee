import { call } from "../client.ts";
import { useChange } from "../use-change.ts";

/** Borrows a book by its id. */
export function useBorrow() {
  return useChange({
    call: (bookId: string) => call("POST", "/borrowings/{bookId}", { path: { bookId } }),
    changes: "loan",
    // Updates the button and the message together.
    waits: true,
  });
}

/** Undoes a borrowing that the person made less than two minutes ago. */
export function useUndoBorrow() {
  return useChange({
    call: (borrowingId: string) =>
      call("POST", "/borrowings/{borrowingId}/undo", { path: { borrowingId } }),
    changes: "loan",
    // The screen has its own message for every failure, and updates the book together with the message.
    quiet: true,
    waits: true,
  });
}
