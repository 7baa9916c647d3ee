import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { answer, api, failure, server } from "@/test/server.ts";
import { call, onUnauthorized, segment, TIMEOUT_MS } from "./client.ts";
import { setConfirm } from "./confirmation.ts";
import { ApiError, hasGeneralToast, messageOf } from "./errors.ts";

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

describe("a call", () => {
  it("leaves empty query values out of the address", async () => {
    server.use(http.get(api("/books"), ({ request }) => answer(new URL(request.url).search)));
    const { data } = await call<{ data: string }>("GET", "/books", {
      query: { search: "a & b", category: "", page: 2, sort: undefined, status: null, all: false },
    });
    expect(data).toBe("?search=a+%26+b&page=2&all=false");
  });

  it("sends its body as JSON, and no Authorization header without a token", async () => {
    server.use(
      http.post(api("/books"), async ({ request }) =>
        answer({
          type: request.headers.get("Content-Type"),
          authorization: request.headers.get("Authorization"),
          body: await request.text(),
        }),
      ),
    );
    const { data } = await call<{ data: unknown }>("POST", "/books", { body: { title: "Dune" } });
    expect(data).toEqual({
      type: "application/json",
      authorization: null,
      body: '{"title":"Dune"}',
    });
  });

  it("escapes identifiers in the path", () => {
    expect(`/books/${segment("../admin?x#y")}`).toBe("/books/..%2Fadmin%3Fx%23y");
  });

  it("times out after ten seconds", async () => {
    expect(TIMEOUT_MS).toBe(10_000);
    const timeout = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    server.use(
      http.get(api("/books"), () => {
        timeout.abort();
        return new Promise<Response>(() => {});
      }),
    );
    const error = await errorOf(call("GET", "/books"));
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
    expect(error).toMatchObject({ status: 0, code: "timeout", message: "" });
  });

  it("passes on an abort by the caller", async () => {
    const caller = new AbortController();
    caller.abort();
    await expect(call("GET", "/books", { signal: caller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a failure", () => {
  it("carries the status, code, message and errors of the server", async () => {
    const errors = [{ field: "email", message: "Invalid email address" }];
    server.use(
      http.get(api("/books"), () => failure(422, "validation", "Invalid email address", errors)),
    );
    const error = await errorOf(call("GET", "/books"));
    expect(error).toMatchObject({
      status: 422,
      code: "validation",
      message: "Invalid email address",
      errors,
      retryAfter: null,
    });
    expect(error.forField("email")).toBe("Invalid email address");
    expect(error.forField("name")).toBeUndefined();
  });

  it("carries the seconds of the Retry-After header", async () => {
    server.use(
      http.get(api("/books"), () =>
        HttpResponse.json(
          { success: false, code: "too_many_attempts", message: "Later" },
          { status: 429, headers: { "Retry-After": "30" } },
        ),
      ),
    );
    expect((await errorOf(call("GET", "/books"))).retryAfter).toBe(30);
  });

  it.each([
    ["a lost connection", () => HttpResponse.error(), 0, "network"],
    ["a proxy's page", () => new HttpResponse("<h1>Oops</h1>", { status: 502 }), 502, "unknown"],
    ["an answer that is no JSON", () => new HttpResponse("fine"), 502, "unknown"],
    ["JSON of another shape", () => HttpResponse.json([1], { status: 400 }), 400, "unknown"],
  ])(
    "has an empty message without one from the server: %s",
    async (_what, respond, status, code) => {
      server.use(http.get(api("/books"), respond));
      const error = await errorOf(call("GET", "/books"));
      expect(error).toMatchObject({ status, code, message: "" });
      expect(messageOf(error, "Failed to load")).toBe("Failed to load");
    },
  );

  it.each([
    [401, false],
    [403, true],
    [404, false],
    [422, false],
    [500, true],
    [503, true],
  ])("with status %i is covered by the general toast: %j", (status, covered) => {
    expect(hasGeneralToast(new ApiError({ status, code: "x", message: "" }))).toBe(covered);
  });

  it("with status 403 and a message of the server is left to the screen", () => {
    const error = new ApiError({ status: 403, code: "account_inactive", message: "Inactive" });
    expect(hasGeneralToast(error)).toBe(false);
  });
});

describe("a 401", () => {
  it("removes the stored token and notifies the listeners", async () => {
    localStorage.setItem("token", "old");
    const listener = vi.fn();
    const stop = onUnauthorized(listener);
    server.use(http.get(api("/books"), () => failure(401, "not_signed_in", "Please log in")));
    await errorOf(call("GET", "/books"));
    expect(localStorage.getItem("token")).toBeNull();
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it("keeps a token that was replaced after the request was sent", async () => {
    localStorage.setItem("token", "old");
    server.use(
      http.get(api("/books"), () => {
        localStorage.setItem("token", "renewed");
        return failure(401, "not_signed_in", "Please log in");
      }),
    );
    await errorOf(call("GET", "/books"));
    expect(localStorage.getItem("token")).toBe("renewed");
  });

  it("of a login removes no token", async () => {
    const listener = vi.fn();
    const stop = onUnauthorized(listener);
    server.use(http.post(api("/auth/login"), () => failure(401, "wrong_credentials", "No")));
    await errorOf(call("POST", "/auth/login", { body: {} }));
    expect(listener).not.toHaveBeenCalled();
    stop();
  });
});

describe("a call that needs a recent confirmation", () => {
  const needed = () => failure(403, "confirmation_needed", "Please confirm first that it is you");

  it("is sent again once the person has confirmed, and asks once for several calls", async () => {
    let isConfirmed = false;
    const asked = vi.fn(async () => {
      await Promise.resolve();
      isConfirmed = true;
      return true;
    });
    server.use(http.post(api("/auth/tokens"), () => (isConfirmed ? answer("made") : needed())));
    const stop = setConfirm(asked);
    const make = () => call<{ data: string }>("POST", "/auth/tokens", { body: {} });
    const made = await Promise.all([make(), make()]);
    stop();
    expect(made.map(({ data }) => data)).toEqual(["made", "made"]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("fails with the server's message when the person cancels, or nothing can ask", async () => {
    server.use(http.post(api("/auth/tokens"), needed));
    const stop = setConfirm(async () => false);
    const cancelled = await errorOf(call("POST", "/auth/tokens", { body: {} }));
    stop();
    const unasked = await errorOf(call("POST", "/auth/tokens", { body: {} }));
    for (const error of [cancelled, unasked]) {
      expect(error).toMatchObject({ status: 403, code: "confirmation_needed" });
      expect(messageOf(error, "")).toBe("Please confirm first that it is you");
    }
  });
});
