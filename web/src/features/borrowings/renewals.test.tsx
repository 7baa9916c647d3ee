import { onlineManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import type { Borrowing } from "@/api/shapes.ts";
import { addDays } from "@/lib/dates.ts";
import { formatOf } from "@/lib/format-context.tsx";
import { aBorrowing, aRenewed, someBorrowings } from "@/test/fixtures/borrowings.ts";
import { aLibrary } from "@/test/fixtures/library.ts";
import { anAdmin, aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import {
  answer,
  api,
  borrowingsOfPerson,
  failure,
  page,
  server,
  signedInAs,
} from "@/test/server.ts";

const [SOLARIS, DUNE] = someBorrowings() as [Borrowing, Borrowing];

/** Serves these borrowings; the returned function replaces them. */
function listMine(first: Borrowing[]) {
  let list = first;
  server.use(http.get(api("/borrowings/my-borrowings"), () => page(list)));
  return (next: Borrowing[]) => {
    list = next;
  };
}

async function openMine() {
  signedInAs(aUser());
  await renderApp("/my-borrowings");
  await screen.findAllByRole("article");
  return userEvent.setup({ delay: null });
}

const cardOf = (title: string) => {
  const card = screen
    .getAllByRole("article")
    .find((article) => article.textContent?.includes(title));
  if (!card) throw new Error(`no card for ${title}`);
  return card;
};

/** Renews the overdue book or all books, and confirms that the fine is charged. */
async function renew(user: UserEvent, name: "Renew Solaris" | "Renew all") {
  await user.click(screen.getByRole("button", { name }));
  const dialog = await screen.findByRole("alertdialog", { name: "Renew and charge the fine?" });
  await user.click(within(dialog).getByRole("button", { name: /^Renew/ }));
  // It returns the focus when it closes.
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

const renewSolaris = (user: UserEvent) => renew(user, "Renew Solaris");

describe("a renewal on My Borrowings", () => {
  it("of an overdue book asks first, with the fine that it charges", async () => {
    listMine([SOLARIS, DUNE]);
    let calls = 0;
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        calls += 1;
        return answer(aRenewed(SOLARIS));
      }),
    );
    const user = await openMine();
    const button = screen.getByRole("button", { name: "Renew Solaris" });
    await user.click(button);
    const dialog = await screen.findByRole("alertdialog", { name: "Renew and charge the fine?" });
    expect(dialog).toHaveTextContent(
      "“Solaris” is overdue. The fine is $1.25 so far. What is not charged yet is charged when you renew the book.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(calls).toBe(0);
    await renewSolaris(user);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(calls).toBe(1);
  });

  it("names the book and the fine that was charged, and shows the fine on the card", async () => {
    // The charge of the renewal does not include an earlier charge that this page does not know.
    const change = listMine([SOLARIS, DUNE]);
    const renewed = aRenewed({
      ...SOLARIS,
      status: "active",
      dueOn: "2024-02-02",
      renewals: 1,
      renewalsLeft: 1,
      fineAmount: 1.75,
      fineOutstanding: 1.75,
      fineCharged: 1.25,
      finePaid: false,
      daysOverdue: 0,
    });
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([DUNE, renewed]);
        return answer(renewed);
      }),
    );
    const user = await openMine();
    await renewSolaris(user);
    const words = "“Solaris” renewed until Feb 2, 2024. A fine of $1.25 was charged.";
    expect(await screen.findByText(words)).toBeVisible();
    const card = cardOf("Solaris");
    await waitFor(() => expect(card).toHaveTextContent("Active"));
    expect(card).toHaveTextContent("Fine$1.75Unpaid");
  });

  it("does not move the cards", async () => {
    const change = listMine([SOLARIS, DUNE]);
    const renewed = aRenewed({ ...SOLARIS, status: "active", dueOn: "2024-02-02" });
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([DUNE, renewed]);
        return answer(renewed);
      }),
    );
    const user = await openMine();
    await renewSolaris(user);
    await waitFor(() => expect(cardOf("Solaris")).toHaveTextContent("Feb 2, 2024"));
    const [first] = screen.getAllByRole("article");
    expect(first).toHaveTextContent("Solaris");
  });

  it("shows every reason of a refusal on the card until the borrowing changes", async () => {
    const change = listMine([SOLARIS, DUNE]);
    const refusals = [
      { code: "account_blocked", message: "Your account is blocked", overridable: true },
      {
        code: "too_early",
        message: "This book can be renewed from Jan 16, 2024",
        overridable: true,
      },
    ];
    const errors = refusals.map(({ code, message }) => ({ field: code, message }));
    server.use(
      http.post(
        api("/borrowings/:id/renew"),
        () =>
          HttpResponse.json(
            {
              success: false,
              code: "account_blocked",
              message: errors[0]?.message ?? "",
              errors,
              refusals,
            },
            { status: 409 },
          ),
        { once: true },
      ),
    );
    const user = await openMine();
    await renewSolaris(user);
    const note = await within(cardOf("Solaris")).findByRole("alert");
    expect(note).toHaveTextContent("This book was not renewed");
    for (const { message } of refusals) expect(note).toHaveTextContent(message);
    expect(within(cardOf("Dune")).queryByRole("alert")).toBeNull();
    const renewed = aRenewed({ ...SOLARIS, status: "active", dueOn: "2024-02-02", renewals: 1 });
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([renewed, DUNE]);
        return answer(renewed);
      }),
    );
    await renewSolaris(user);
    await waitFor(() => expect(within(cardOf("Solaris")).queryByRole("alert")).toBeNull());
  });

  it("shows the reason on the card when the page had a stale number of renewals", async () => {
    const change = listMine([SOLARIS, DUNE]);
    const words = "This book has no renewals left";
    const current = { ...SOLARIS, dueOn: "2024-02-02", renewals: 2, renewalsLeft: 0 };
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([current, DUNE]);
        return failure(409, "no_renewals_left", words);
      }),
    );
    const user = await openMine();
    await renewSolaris(user);
    expect(await within(cardOf("Solaris")).findByRole("alert")).toHaveTextContent(words);
    expect(cardOf("Solaris")).toHaveTextContent("Feb 2, 2024");
  });

  it("shows the reason as a toast when the book was returned", async () => {
    const change = listMine([SOLARIS, DUNE]);
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([DUNE]);
        return failure(409, "already_returned", "This book was already returned");
      }),
    );
    const user = await openMine();
    await renewSolaris(user);
    const words = "“Solaris” could not be renewed. This book was already returned";
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("shows one toast for a server error", async () => {
    listMine([SOLARIS, DUNE]);
    server.use(
      http.post(api("/borrowings/:id/renew"), () =>
        HttpResponse.json(
          { success: false, code: "disk_failed", message: "The library cannot read its data." },
          { status: 503 },
        ),
      ),
    );
    const user = await openMine();
    await renewSolaris(user);
    expect(
      await screen.findByText("“Solaris” could not be renewed. The library cannot read its data."),
    ).toBeVisible();
    expect(screen.queryByText("Server error. Please try again later.")).toBeNull();
  });

  it.each([
    ["Renew Solaris", "“Solaris” could not be renewed. "],
    ["Renew all", ""],
  ] as const)(
    "shows that the library cannot be reached while the database is down: %s",
    async (name, failed) => {
      listMine([SOLARIS, DUNE]);
      const busy = () =>
        failure(503, "unavailable", "The library is busy. Please try again in a moment.");
      server.use(
        http.post(api("/borrowings/:id/renew"), busy),
        http.post(api("/borrowings/renew-all"), busy),
      );
      const user = await openMine();
      await renew(user, name);
      const words = "The library cannot be reached at the moment. Please try again later.";
      expect(await screen.findByText(`${failed}${words}`)).toBeVisible();
    },
  );

  it("shows that the connection was lost", async () => {
    listMine([SOLARIS, DUNE]);
    server.use(http.post(api("/borrowings/:id/renew"), () => HttpResponse.error()));
    const user = await openMine();
    await renewSolaris(user);
    expect(await screen.findByText("“Solaris” could not be renewed.")).toBeVisible();
    expect(screen.getByText("Check your connection, then try again.")).toBeVisible();
  });
});

describe("the result of Renew All", () => {
  const used = "This book has no renewals left";
  const refused = [{ code: "no_renewals_left", message: used, overridable: true }];
  const renewed = aRenewed({ ...SOLARIS, dueOn: "2024-02-02", renewals: 1, renewalsLeft: 1 });

  async function openAndRenewAll() {
    const change = listMine([SOLARIS, DUNE]);
    const usedUp = { ...DUNE, renewals: 2, renewalsLeft: 0 };
    server.use(
      http.post(api("/borrowings/renew-all"), () => {
        change([renewed, usedUp]);
        return answer({
          renewed: [renewed],
          refused: [{ borrowing: usedUp, refusals: refused }],
        });
      }),
    );
    const user = await openMine();
    await renew(user, "Renew all");
    expect(await screen.findByText("1 book renewed")).toBeVisible();
    return { user, change, usedUp };
  }

  it("has two notices that can be closed separately", async () => {
    const { user } = await openAndRenewAll();
    await user.click(screen.getByRole("button", { name: "Dismiss: 1 book renewed" }));
    expect(screen.queryByText("1 book renewed")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Dismiss: 1 book could not be renewed" }));
    expect(screen.queryByText("1 book could not be renewed")).toBeNull();
    const heading = screen.getByRole("heading", { name: "Current Borrowings" });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it("omits a book that was renewed again", async () => {
    const { user, change, usedUp } = await openAndRenewAll();
    const again = aRenewed({ ...renewed, dueOn: "2024-02-16", renewals: 2, renewalsLeft: 0 });
    server.use(
      http.post(api("/borrowings/:id/renew"), () => {
        change([again, usedUp]);
        return answer(again);
      }),
    );
    await renewSolaris(user);
    await waitFor(() => expect(cardOf("Solaris")).toHaveTextContent("Feb 16, 2024"));
    expect(screen.queryByText("1 book renewed")).toBeNull();
    expect(screen.queryByText(/Feb 2, 2024/)).toBeNull();
    expect(screen.getByText("1 book could not be renewed")).toBeVisible();
  });

  it("omits a book that was returned", async () => {
    const { user, change } = await openAndRenewAll();
    change([renewed]);
    server.use(http.post(api("/borrowings/:id/renew"), () => failure(409, "too_early", "Early")));
    await renewSolaris(user);
    await waitFor(() => expect(screen.queryByText("1 book could not be renewed")).toBeNull());
    expect(screen.getByText("1 book renewed")).toBeVisible();
  });
});

describe("the due meter of a renewed book", () => {
  it("counts from the renewal", async () => {
    const today = formatOf(aLibrary().timeZone).today();
    listMine([
      aBorrowing({
        borrowedDate: "2024-01-05T13:45:00.000Z",
        renewedDate: `${today}T12:00:00.000Z`,
        renewals: 1,
        dueOn: addDays(today, 14),
      }),
    ]);
    await openMine();
    const line = cardOf("Dune").querySelector<HTMLElement>("[style*=width]");
    expect(line?.style.width).toBe("4%");
  });
});

describe("a renewal without a connection", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("fails at once and keeps the cards", async () => {
    let lists = 0;
    server.use(
      http.get(api("/borrowings/my-borrowings"), () => {
        lists += 1;
        return page([SOLARIS, DUNE]);
      }),
      http.post(api("/borrowings/:id/renew"), () => HttpResponse.error()),
    );
    const user = await openMine();
    onlineManager.setOnline(false);
    const before = lists;
    await renewSolaris(user);
    expect(await screen.findByText("“Solaris” could not be renewed.")).toBeVisible();
    expect(lists).toBe(before);
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });
});

describe("the fine of a renewed book that is overdue again", () => {
  const again = aBorrowing({
    ...SOLARIS,
    fineAmount: 4.75,
    fineOutstanding: 1.5,
    finePaid: false,
    renewals: 1,
  });

  it("shows the total so far and the amount owed now on My Borrowings", async () => {
    listMine([again]);
    await openMine();
    expect(cardOf("Solaris")).toHaveTextContent("$4.75so far$1.50 owed now");
  });

  it("has the same figures in the history", async () => {
    server.use(
      http.get(api("/borrowings/my-history"), () =>
        page([{ ...again }], {
          totals: {
            borrowings: 1,
            returned: 0,
            finesBooked: 1.5,
            finesOutstanding: 1.5,
            years: [2024],
          },
          ratings: [],
        }),
      ),
    );
    signedInAs(aUser());
    await renderApp("/my-history");
    const [, row] = await screen.findAllByRole("row");
    expect(row).toHaveTextContent("$4.75so far$1.50 owed now");
  });

  it("has the same figures in Manage Borrowings and Manage Users", async () => {
    server.use(
      http.get(api("/borrowings"), () => page([again])),
      borrowingsOfPerson(() => [again]),
    );
    signedInAs(anAdmin());
    const { router } = await renderApp("/admin/borrowings");
    const table = within(await screen.findByRole("table"));
    expect(table.getAllByRole("row")[1]).toHaveTextContent("$4.75so far$1.50 owed now");
    await router.navigate("/admin/users?user=user-1");
    expect(
      await screen.findByRole("button", { name: /^Return Book|^Return Solaris/ }),
    ).toBeVisible();
    expect(screen.getByText("$1.50 owed now").parentElement).toHaveTextContent(
      "$4.75so far$1.50 owed now",
    );
  });
});
