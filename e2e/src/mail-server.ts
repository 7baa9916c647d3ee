import { createServer, type Socket } from "node:net";

/** A received mail. */
export interface Letter {
  to: string;
  /** The body as plain text. */
  text: string;
}

/** A mail server on the loopback that records the received mails. */
export interface MailServer {
  readonly port: number;
  /** The first mail to this address; waits until it arrives. */
  letterTo(address: string): Promise<Letter>;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port, without encryption. */
export async function startMailServer(): Promise<MailServer> {
  const letters: Letter[] = [];
  const waiting = new Map<string, (letter: Letter) => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    converse(socket, (letter) => {
      letters.push(letter);
      waiting.get(letter.to)?.(letter);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to listen on");
  return {
    port: address.port,
    letterTo: (to) => {
      const found = letters.find((letter) => letter.to === to);
      if (found) return Promise.resolve(found);
      return new Promise((come) => waiting.set(to, come));
    },
    stop: () =>
      new Promise<void>((stopped) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => stopped());
      }),
  };
}

/** Handles one connection (RFC 5321). */
function converse(socket: Socket, keep: (letter: Letter) => void): void {
  let rest = "";
  let to = "";
  let source: string[] | null = null;
  const say = (answer: string) => socket.write(`${answer}\r\n`);
  const hear = (line: string) => {
    if (source !== null) {
      if (line !== ".") {
        source.push(line.replace(/^\./, ""));
        return;
      }
      keep({ to, text: textOf(source.join("\n")) });
      source = null;
      say("250 taken");
    } else if (/^EHLO/i.test(line)) {
      say("250-mail.test\r\n250 8BITMIME");
    } else if (/^RCPT/i.test(line)) {
      to = /<(.*)>/.exec(line)?.[1] ?? "";
      say("250 fine");
    } else if (/^DATA/i.test(line)) {
      source = [];
      say("354 go on");
    } else if (/^QUIT/i.test(line)) {
      say("221 bye");
      socket.end();
    } else {
      say("250 fine");
    }
  };
  socket.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  });
  // A client may disconnect at any time.
  socket.on("error", () => socket.destroy());
  say("220 mail.test ready");
}

/** The plain-text body of a mail, decoded. */
function textOf(source: string): string {
  const end = source.indexOf("\n\n");
  const body = source.slice(end + 2);
  if (!/quoted-printable/i.test(source.slice(0, end))) return body;
  return body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
