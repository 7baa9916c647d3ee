/** An event of a stream of server-sent events. */
export interface StreamEvent {
  name: string;
  /** JSON, as the server wrote it. */
  data: string;
}

/** The maximum length of an event that is not complete yet. The server's longest event has about 10,000 characters. */
const MOST_CHARACTERS = 200_000;

/**
 * Splits the text of a stream into events. Comments and fields other than `event` and `data` are ignored.
 *
 * @returns a function that takes the next part of the text, and returns the events that it completes
 * @throws RangeError for an event that is too long
 */
export function eventSplitter(): (text: string) => StreamEvent[] {
  let rest = "";
  let name = "";
  let data: string[] = [];

  function readLine(line: string): StreamEvent | null {
    if (line === "") {
      const event = name === "" ? null : { name, data: data.join("\n") };
      name = "";
      data = [];
      return event;
    }
    const [, field, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
    return null;
  }

  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const length = data.reduce((sum, line) => sum + line.length, rest.length);
    if (length > MOST_CHARACTERS) throw new RangeError("an event of the stream is too long");
    return lines.flatMap((line) => readLine(line.replace(/\r$/, "")) ?? []);
  };
}
