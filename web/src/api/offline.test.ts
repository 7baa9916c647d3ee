import { onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { createQueryClient } from "./query-client.ts";

const lost = () => Promise.reject(new ApiError({ status: 0, code: "network", message: "" }));

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => onlineManager.setOnline(true));

describe("without a connection", () => {
  const client = createQueryClient({ forbidden: () => {}, serverError: () => {} });

  it("a change fails at once and is not queued", async () => {
    const mutation = client.getMutationCache().build(client, { mutationFn: lost });
    const outcome = mutation.execute(undefined);
    expect(mutation.state.isPaused).toBe(false);
    await expect(outcome).rejects.toBeInstanceOf(ApiError);
  });

  it("a read fails at once and does not wait", async () => {
    const outcome = client.fetchQuery({ queryKey: ["x"], queryFn: lost });
    expect(client.getQueryState(["x"])?.fetchStatus).toBe("fetching");
    await expect(outcome).rejects.toBeInstanceOf(ApiError);
  });
});
