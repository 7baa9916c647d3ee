type QueryValue = string | number | boolean | null | undefined;

/** The values of a path template, and the query. */
export interface AddressValues {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
}

/**
 * The URL of a call. Path values are encoded, so that they cannot change the path. Absent, null and empty query values
 * are omitted; a list repeats its name.
 *
 * @param template below `/api`, like `/books/{id}`
 */
export function addressOf(template: string, { path, query }: AddressValues): string {
  const filled = template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(path?.[name] ?? ""));
  const url = new URL(`/api${filled}`, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== "") {
        url.searchParams.append(name, String(one));
      }
    }
  }
  return url.href;
}
