import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { answer, api, failure, server } from "@/test/server.ts";
import { call, onUnauthorized, segment, TIMEOUT_MS } from "./client.ts";
import { ApiError, isToldEverywhere, messageOf } from "./errors.ts";

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
  it("leaves out of the address what is not asked for", async () => {
    server.use(http.get(api("/books"), ({ request }) => answer(new URL(request.url).search)));
    const { data } = await call<{ data: string }>("GET", "/books", {
      query: { search: "a & b", category: "", page: 2, sort: undefined, status: null, all: false },
    });
    expect(data).toBe("?search=a+%26+b&page=2&all=false");
  });

  it("sends its body as JSON, and no token when there is none", async () => {
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

  it("keeps identifiers out of the rest of the path", () => {
    expect(`/books/${segment("../admin?x#y")}`).toBe("/books/..%2Fadmin%3Fx%23y");
  });

  it("gives up after ten seconds", async () => {
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

  it("passes on that the caller gave up", async () => {
    const caller = new AbortController();
    caller.abort();
    await expect(call("GET", "/books", { signal: caller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a failure", () => {
  it("carries what the server said, in one shape", async () => {
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

  it("knows when to come back", async () => {
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
  ])("has no words of its own: %s", async (_what, respond, status, code) => {
    server.use(http.get(api("/books"), respond));
    const error = await errorOf(call("GET", "/books"));
    expect(error).toMatchObject({ status, code, message: "" });
    expect(messageOf(error, "Failed to load")).toBe("Failed to load");
  });

  it.each([
    [401, false],
    [403, true],
    [404, false],
    [422, false],
    [500, true],
    [503, true],
  ])("with %i has been told everywhere: %j", (status, told) => {
    expect(isToldEverywhere(new ApiError({ status, code: "x", message: "" }))).toBe(told);
  });

  it("leaves the server's words for a 403 to the screen", () => {
    const error = new ApiError({ status: 403, code: "account_inactive", message: "Inactive" });
    expect(isToldEverywhere(error)).toBe(false);
  });
});

describe("a 401", () => {
  it("removes the stored token and says so", async () => {
    localStorage.setItem("token", "old");
    const told = vi.fn();
    const stop = onUnauthorized(told);
    server.use(http.get(api("/books"), () => failure(401, "not_signed_in", "Please log in")));
    await errorOf(call("GET", "/books"));
    expect(localStorage.getItem("token")).toBeNull();
    expect(told).toHaveBeenCalledOnce();
    stop();
  });

  it("leaves a token that has been renewed since the question", async () => {
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

  it("of a login leaves nothing to remove", async () => {
    const told = vi.fn();
    const stop = onUnauthorized(told);
    server.use(http.post(api("/auth/login"), () => failure(401, "wrong_credentials", "No")));
    await errorOf(call("POST", "/auth/login", { body: {} }));
    expect(told).not.toHaveBeenCalled();
    stop();
  });
});
