import { test as base } from "@playwright/test";
import { Api, type Person } from "./api.ts";
import { ConsoleErrors } from "./console-errors.ts";
import { createDatabase } from "./database.ts";
import { watchRequests } from "./looks.ts";
import { type Server, startServer } from "./server.ts";

export { expect } from "@playwright/test";

interface ForEachWorker {
  /** The server that the journeys of a worker share. */
  sharedServer: Server;
}

interface ForEachTest {
  /** The demo's administrator of the shared server, who has just signed in, as some calls require. */
  administrator: Person;
  /** The server that the browser and the API use: the shared one, except in `newcomer`. */
  server: Server;
  /** The API without a token; `api.as(person)` calls with one. */
  api: Api;
  /** A student who has just registered. */
  reader: Person;
  /** Gives the browser a person's session without the login screen, for journeys that do not test the sign-in. */
  enterAs: (who: Person) => Promise<void>;
  /** The errors and warnings in the page's console. An unexpected one fails the test. */
  consoleErrors: ConsoleErrors;
}

const START_TIMEOUT_MS = 120_000;

/** Runs a new library on the engine that `CARREL_E2E_ENGINE` names. */
async function withServer(demo: boolean, use: (server: Server) => Promise<void>): Promise<void> {
  const engine = process.env.CARREL_E2E_ENGINE ?? "sqlite";
  if (engine === "sqlite") {
    const server = await startServer({ demo });
    await use(server);
    await server.stop();
  } else if (engine === "postgres") {
    const database = await createDatabase();
    const server = await startServer({ databaseUrl: database.url, demo });
    await use(server);
    await server.stop();
    await database.drop();
  } else {
    throw new Error(`CARREL_E2E_ENGINE is ${engine}; it may be sqlite or postgres`);
  }
}

export const test = base.extend<ForEachTest, ForEachWorker>({
  page: async ({ page }, use) => {
    watchRequests(page);
    await use(page);
  },

  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => withServer(true, use),
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],

  administrator: async ({ sharedServer }, use) => {
    await use(await new Api(sharedServer.address).signInToDemo("admin"));
  },

  server: async ({ sharedServer }, use) => {
    await use(sharedServer);
  },

  baseURL: async ({ server }, use) => {
    await use(server.address);
  },

  api: async ({ server }, use) => {
    await use(new Api(server.address));
  },

  reader: async ({ api }, use) => {
    await use(await api.registerStudent());
  },

  enterAs: async ({ context, server }, use) => {
    await use((who) =>
      context.setStorageState({
        cookies: [],
        origins: [{ origin: server.address, localStorage: [{ name: "token", value: who.token }] }],
      }),
    );
  },

  consoleErrors: [
    async ({ page, server }, use, testInfo) => {
      const consoleErrors = new ConsoleErrors(page);
      await use(consoleErrors);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: server.log(), contentType: "text/plain" });
      }
      consoleErrors.expectNone();
    },
    { auto: true },
  ],
});

/** A test on its own library, in the state after the first start. */
export const newcomer = test.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => withServer(true, use),
    { scope: "test", timeout: START_TIMEOUT_MS },
  ],
});

/** A test on an empty library that is not set up, as after a first start without the demo. */
export const firstStart = test.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => withServer(false, use),
    { scope: "test", timeout: START_TIMEOUT_MS },
  ],
});
