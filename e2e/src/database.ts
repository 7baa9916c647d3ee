import { randomBytes } from "node:crypto";
import pg from "pg";

/** A PostgreSQL database of one server. */
export interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the server that `CARREL_TEST_POSTGRES_URL` names. */
export async function createDatabase(): Promise<Database> {
  const server = process.env.CARREL_TEST_POSTGRES_URL;
  if (server === undefined || server === "") {
    throw new Error(
      "CARREL_TEST_POSTGRES_URL names no server. Run through make test-e2e-postgres, or under " +
        "scripts/with-postgres.",
    );
  }
  const name = `carrel_e2e_${randomBytes(8).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await run(server, `CREATE DATABASE ${name}`);
  return {
    url: url.href,
    drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
