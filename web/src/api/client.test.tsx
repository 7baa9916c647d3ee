import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, LANGUAGES } from "@/lib/i18n/languages.ts";
import { showLanguage } from "@/lib/i18n/page-language.ts";
import { answer, api, failure, server } from "@/test/server.ts";
import { call, callForFile, onUnauthorized, TIMEOUT_MS } from "./client.ts";
import { setConfirm } from "./confirmation.ts";
import { ApiError, hasGeneralToast, messageOf, setUnreachableAdvice } from "./errors.ts";

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

// The app sets it, and stays loaded after the tests of other files.
beforeEach(() => setUnreachableAdvice(""));

describe("a call", () => {
  it("leaves empty query values out of the address", async () => {
    server.use(http.get(api("/books"), ({ request }) => answer(new URL(request.url).search)));
    const answered = await call("GET", "/books", {
      query: {
        search: "a & b",
        category: [""],
        page: 2,
        sort: undefined,
        limit: null,
        isSemesterStudy: false,
      },
    });
    expect(answered.data).toBe("?search=a+%26+b&page=2&isSemesterStudy=false");
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
    const form = { title: "Dune", author: "Frank Herbert", category: "Fiction" };
    const { data } = await call("POST", "/books", { body: form });
    expect(data).toEqual({
      type: "application/json",
      authorization: null,
      body: JSON.stringify(form),
    });
  });

  it("has the paths, values and bodies of the server's document", () => {
    // Never called: the compiler reports an expectation that is false.
    const wrong = () => [
      // @ts-expect-error: no such path
      call("GET", "/book"),
      // @ts-expect-error: no such method for the path
      call("DELETE", "/books"),
      // @ts-expect-error: the value of the path is missing
      call("GET", "/books/{id}"),
      // @ts-expect-error: wrong name
      call("GET", "/books/{id}", { path: { bookId: "1" } }),
      // @ts-expect-error: no such filter
      call("GET", "/books", { query: { colour: "red" } }),
      // @ts-expect-error: the body is missing
      call("POST", "/books"),
      // @ts-expect-error: wrong body
      call("PUT", "/admin/reviews/{id}", { path: { id: "1" }, body: { visible: true } }),
      // @ts-expect-error: not a file
      callForFile("/books"),
    ];
    expect(wrong).toBeTypeOf("function");
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
  ])("with status %i is shown by the general toast: %j", (status, covered) => {
    expect(hasGeneralToast(new ApiError({ status, code: "x", message: "" }))).toBe(covered);
  });

  it("with status 403 and a message of the server is shown by the screen", () => {
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
    await errorOf(call("POST", "/auth/login", { body: { email: "a@b.org", password: "x" } }));
    expect(listener).not.toHaveBeenCalled();
    stop();
  });
});

describe("a call that needs a recent confirmation", () => {
  const form = { name: "Script", scopes: [], expiresInDays: 1 };
  const needed = () => failure(403, "confirmation_needed", "Please confirm your identity first");

  it("is sent again after the person's confirmation; several calls need only one", async () => {
    let isConfirmed = false;
    const asked = vi.fn(async () => {
      await Promise.resolve();
      isConfirmed = true;
      return true;
    });
    server.use(http.post(api("/auth/tokens"), () => (isConfirmed ? answer("made") : needed())));
    const stop = setConfirm(asked);
    const make = () => call("POST", "/auth/tokens", { body: form });
    const made = await Promise.all([make(), make()]);
    stop();
    expect(made.map(({ data }) => data)).toEqual(["made", "made"]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("fails with the server's message when the person cancels, or no dialog is set", async () => {
    server.use(http.post(api("/auth/tokens"), needed));
    const stop = setConfirm(async () => false);
    const cancelled = await errorOf(call("POST", "/auth/tokens", { body: form }));
    stop();
    const unasked = await errorOf(call("POST", "/auth/tokens", { body: form }));
    for (const error of [cancelled, unasked]) {
      expect(error).toMatchObject({ status: 403, code: "confirmation_needed" });
      expect(messageOf(error, "")).toBe("Please confirm your identity first");
    }
  });
});

describe("a failure in a language other than English", () => {
  afterEach(() => showLanguage(ENGLISH));

  it("has the text of its code, else the server's message", async () => {
    const german = LANGUAGES.find(({ code }) => code === "de") ?? ENGLISH;
    await showLanguage(german);
    server.use(
      http.get(api("/books"), () => failure(409, "book_archived", "This book is archived")),
      http.get(api("/favorites"), () => failure(422, "from_a_newer_server", "English.")),
    );
    const error = await errorOf(call("GET", "/books"));
    expect(error.message).toBe("Dieses Buch gehört nicht mehr zum Bestand.");
    expect((await errorOf(call("GET", "/favorites"))).message).toBe("English.");
  });
});
