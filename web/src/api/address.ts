type QueryValue = string | number | boolean | null | undefined;

/** What fills a path template, and what follows it. */
export interface AddressValues {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
}

/**
 * The address of a call. Values of the path are opaque and must not change the address: they are encoded. Absent,
 * null and empty values of the query are left out; a list repeats its name.
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
