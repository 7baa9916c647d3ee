import { test as base } from "@playwright/test";
import { Api, type Person } from "./api.ts";
import { Complaints } from "./complaints.ts";
import { createDatabase } from "./database.ts";
import { type Server, startServer } from "./server.ts";

export { expect } from "@playwright/test";

interface ForEachWorker {
  /** The real server, one for each worker, on the engine that `CARREL_E2E_ENGINE` names. */
  server: Server;
  /** The demo's administrator, signed in over the API. */
  administrator: Person;
}

interface ForEachTest {
  /** The API without a token; `api.as(person)` asks with one. */
  api: Api;
  /** A student who has just registered. */
  reader: Person;
  /**
   * Gives the browser a person's session without the login screen, for the journeys that are about
   * something else.
   */
  enterAs: (who: Person) => Promise<void>;
  /** What the page complained of in the console. Anything that is not expected fails the test. */
  complaints: Complaints;
}

export const test = base.extend<ForEachTest, ForEachWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => {
      const engine = process.env.CARREL_E2E_ENGINE ?? "sqlite";
      if (engine === "sqlite") {
        const server = await startServer();
        await use(server);
        await server.stop();
      } else if (engine === "postgres") {
        const database = await createDatabase();
        const server = await startServer(database.url);
        await use(server);
        await server.stop();
        await database.drop();
      } else {
        throw new Error(`CARREL_E2E_ENGINE is ${engine}; it may be sqlite or postgres`);
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],

  administrator: [
    async ({ server }, use) => {
      await use(await new Api(server.address).signInToDemo("admin"));
    },
    { scope: "worker" },
  ],

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

  complaints: [
    async ({ page, server }, use, testInfo) => {
      const complaints = new Complaints(page);
      await use(complaints);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: server.log(), contentType: "text/plain" });
      }
      complaints.expectNone();
    },
    { auto: true },
  ],
});
