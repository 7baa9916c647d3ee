import { describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors.ts";
import { createQueryClient } from "./query-client.ts";

function failing(status: number) {
  const announce = { forbidden: vi.fn(), serverError: vi.fn() };
  const client = createQueryClient(announce);
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retryDelay: 0 },
  });
  const ask = vi.fn(() => Promise.reject(new ApiError({ status, code: "x", message: "m" })));
  return { announce, client, ask };
}

describe("the query client", () => {
  it("has the specification's defaults", () => {
    const { queries } = failing(0).client.getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 300_000, refetchOnWindowFocus: false });
  });

  it.each([
    // A network error and a server error are retried once; other responses are final.
    [0, 2, 0, 0],
    [500, 2, 0, 1],
    [503, 2, 0, 1],
    [401, 1, 0, 0],
    [403, 1, 1, 0],
    [404, 1, 0, 0],
    [422, 1, 0, 0],
  ])(
    "after status %i sends %i requests, and shows one toast",
    async (status, asked, forbidden, broken) => {
      const { announce, client, ask } = failing(status);
      await expect(
        client.fetchQuery({ queryKey: ["x"], queryFn: ask, retry: retryOf(client) }),
      ).rejects.toBeInstanceOf(ApiError);
      expect(ask).toHaveBeenCalledTimes(asked);
      expect(announce.forbidden).toHaveBeenCalledTimes(forbidden);
      expect(announce.serverError).toHaveBeenCalledTimes(broken);
    },
  );

  it("shows the failure of a mutation, which is never retried", async () => {
    const { announce, client, ask } = failing(500);
    const mutation = client.getMutationCache().build(client, { mutationFn: ask });
    await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ApiError);
    expect(ask).toHaveBeenCalledOnce();
    expect(announce.serverError).toHaveBeenCalledOnce();
  });

  it("shows no toast for a quiet query", async () => {
    const { announce, client, ask } = failing(500);
    await expect(
      client.fetchQuery({ queryKey: ["x"], queryFn: ask, meta: { quiet: true } }),
    ).rejects.toBeInstanceOf(ApiError);
    expect(announce.serverError).not.toHaveBeenCalled();
  });
});

/** `fetchQuery` does not retry by default; screens use the client's default. */
function retryOf(client: ReturnType<typeof createQueryClient>) {
  const { retry } = client.getDefaultOptions().queries ?? {};
  if (retry === undefined) throw new Error("the client has no default for retry");
  return retry;
}
