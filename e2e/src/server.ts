import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const READY = /^Carrel is ready at (http:\/\/\S+)$/;
// The first start fills the demo library; this takes long on a busy machine.
const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 15_000;

/** A running `carrel serve` with its own data folder. */
export interface Server {
  /** Its address, without a slash at the end: `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Its output to standard error so far. */
  log(): string;
  /** Stops it with SIGTERM and removes a temporary data folder. Throws if it does not stop cleanly. */
  stop(): Promise<void>;
}

interface ServerOptions {
  /** A `postgres://` URL of an empty database; without it, SQLite in the data folder. */
  databaseUrl?: string | undefined;
  /** Whether the library is filled with the demo; otherwise it is not set up. */
  demo?: boolean;
  /** The data folder, which is kept after the stop; without it, a temporary one. */
  data?: string;
}

const binary =
  process.env.CARREL_BINARY ?? resolve(import.meta.dirname, "../../target/debug/carrel");

/** Creates an empty folder, which the caller removes. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "carrel-e2e-"));
}

/** Runs a command of the binary to its end and returns its output. Throws if it fails. */
export async function runCarrel(flags: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, flags, {
    env: withoutSettings(process.env),
  });
  return stdout;
}

/** Starts the binary on a free port and waits until it reports that it is ready. */
export async function startServer({
  databaseUrl,
  demo = true,
  data: kept,
}: ServerOptions = {}): Promise<Server> {
  const data = kept ?? (await newFolder());
  const flags = ["serve", "--listen", "127.0.0.1:0", "--data-dir", data];
  // The mail server of a journey runs on this machine.
  flags.push("--mail-hosts", "127.0.0.1");
  // So do the sources of book data; Open Library is never asked.
  flags.push("--book-data-hosts", "127.0.0.1", "--open-library", "http://127.0.0.1:9");
  if (demo) flags.push("--demo");
  if (databaseUrl !== undefined) flags.push("--database-url", databaseUrl);

  const child = spawn(binary, flags, {
    env: withoutSettings(process.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Stops the server when this process exits.
  const killChild = () => child.kill("SIGKILL");
  process.once("exit", killChild);

  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const exited = new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("exit", (code, signal) => done(signal ?? `exit status ${code}`));
  });
  exited.then(() => process.removeListener("exit", killChild));

  const ready = new Promise<string>((found) => {
    // Reading continues after this line, so that the pipe never fills.
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = READY.exec(line)?.[1];
      if (address !== undefined) found(address);
    });
  });

  const address = await within(
    START_LIMIT_MS,
    Promise.race([
      ready,
      exited.then((how) => {
        throw new Error(`${binary} ended before it was ready (${how}):\n${log}`);
      }),
    ]),
    () => {
      child.kill("SIGKILL");
      throw new Error(`${binary} was not ready after ${START_LIMIT_MS} ms:\n${log}`);
    },
  );

  return {
    address,
    log: () => log,
    stop: async () => {
      const how = await stopChild(child, exited);
      if (kept === undefined) await rm(data, { recursive: true, force: true });
      if (how !== "exit status 0")
        throw new Error(`${binary} did not stop cleanly (${how}):\n${log}`);
    },
  };
}

async function stopChild(child: ChildProcess, exited: Promise<string>): Promise<string> {
  child.kill("SIGTERM");
  return within(STOP_LIMIT_MS, exited, () => {
    child.kill("SIGKILL");
    return `still running ${STOP_LIMIT_MS} ms after SIGTERM`;
  });
}

/** Waits for an outcome; calls `giveUp` when the time is over first. */
function within<T>(milliseconds: number, outcome: Promise<T>, giveUp: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(giveUp());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
    outcome.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The environment without Carrel's own settings, which the shell may have exported. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith("CARREL_")),
  );
}
