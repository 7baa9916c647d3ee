import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { SignedInUser } from "@/api/shapes.ts";
import { anOpinion, aReview } from "@/test/fixtures/books.ts";
import { anAdmin, aUser } from "@/test/fixtures/people.ts";
import { renderApp } from "@/test/render-app.tsx";
import { answer, api, failure, page, server, signedInAs } from "@/test/server.ts";

const user = userEvent.setup({ delay: null });

async function open(person: SignedInUser = aUser()) {
  signedInAs(person);
  await renderApp("/books/book-1");
  const region = await screen.findByRole("region", { name: "Ratings and reviews" });
  return within(region);
}

/** Accepts ratings, and records the request bodies. */
function takeRatings(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.put(api("/books/:id/rating"), async ({ request }) => {
      sent.push(await request.json());
      return answer(anOpinion());
    }),
    http.delete(api("/books/:id/rating"), () => {
      sent.push(null);
      return answer(anOpinion({ mine: null }));
    }),
  );
  return sent;
}

describe("ratings and reviews", () => {
  it("offers a rating to past borrowers, with stars that the arrow keys select", async () => {
    const sent = takeRatings();
    server.use(http.get(api("/books/:id/rating"), () => answer(anOpinion({ mine: null }))));
    const region = await open();
    await user.click(await region.findByRole("button", { name: "Rate this book" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Rate this book" }));
    await waitFor(() => expect(dialog.getByRole("radio", { name: "1 star" })).toHaveFocus());
    await user.click(dialog.getByRole("button", { name: "Save rating" }));
    expect(dialog.getByText("Choose a number of stars")).toBeVisible();
    expect(dialog.getByRole("radio", { name: "1 star" })).toHaveFocus();
    await user.keyboard(" {ArrowRight}{ArrowRight}");
    expect(dialog.getByRole("radio", { name: "3 stars" })).toBeChecked();
    await user.type(dialog.getByLabelText(/^Your review/), "  Long, but worth it. ");
    await user.click(dialog.getByRole("button", { name: "Save rating" }));
    expect(await screen.findByText("Rating saved")).toBeVisible();
    expect(sent).toEqual([{ stars: 3, review: "Long, but worth it." }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("changes and removes the person's own rating", async () => {
    const sent = takeRatings();
    const region = await open();
    expect(await region.findByText("You gave it 4 stars.")).toBeVisible();
    await user.click(region.getByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("radio", { name: "4 stars" })).toBeChecked();
    const review = dialog.getByLabelText(/^Your review/);
    await user.clear(review);
    await user.click(review);
    await user.paste("a".repeat(1001));
    await user.click(dialog.getByRole("button", { name: "Save rating" }));
    expect(review).toHaveAccessibleDescription(/cannot exceed 1000 characters \(1 too many\)/);
    await user.click(dialog.getByRole("button", { name: "Remove rating" }));
    expect(await screen.findByText("Rating removed")).toBeVisible();
    expect(sent).toEqual([null]);
  });

  it("offers no rating to other people, and gives the reason", async () => {
    const stranger = anOpinion({ mine: null, mayRate: false });
    server.use(http.get(api("/books/:id/rating"), () => answer(stranger)));
    const region = await open();
    expect(await region.findByText(/who have borrowed this book can rate it/)).toBeVisible();
    expect(region.queryByRole("button", { name: "Rate this book" })).toBeNull();
    expect(region.getByText(aReview().text)).toBeVisible();
    expect(region.queryByRole("button", { name: /^Hide/ })).toBeNull();
  });

  it("shows a refusal in the dialog, which stays open", async () => {
    const message = "Only people who have borrowed this book can rate it";
    server.use(http.put(api("/books/:id/rating"), () => failure(409, "never_borrowed", message)));
    const region = await open();
    await user.click(await region.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Save rating" }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it("lets administrators hide a review and show it again", async () => {
    let hidden = false;
    server.use(
      http.get(api("/books/:id/reviews"), () => page([aReview({ hidden })])),
      http.put(api("/admin/reviews/:id"), async ({ request }) => {
        hidden = ((await request.json()) as { hidden: boolean }).hidden;
        return answer(aReview({ hidden }));
      }),
    );
    const region = await open(anAdmin());
    await user.click(
      await region.findByRole("button", { name: "Hide the review by Kwame Mensah" }),
    );
    expect(await region.findByText("Hidden from readers")).toBeVisible();
    await user.click(region.getByRole("button", { name: "Unhide the review by Kwame Mensah" }));
    await waitFor(() => expect(region.queryByText("Hidden from readers")).toBeNull());
  });

  it("shows the author of a review that an administrator has hidden it", async () => {
    const mine = { stars: 1, review: "Rude words.", reviewHidden: true };
    server.use(http.get(api("/books/:id/rating"), () => answer(anOpinion({ mine }))));
    const region = await open();
    expect(await region.findByText(/has hidden your review/)).toBeVisible();
  });
});
