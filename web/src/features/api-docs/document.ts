/** The parts of the OpenAPI document that this page reads. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  minimum?: number;
}

interface DocumentedParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface DocumentedAnswer {
  $ref?: string;
  description?: string;
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

interface DocumentedOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly DocumentedParameter[];
  requestBody?: { content?: Readonly<Record<string, { schema?: Schema }>> };
  responses: Readonly<Record<string, DocumentedAnswer>>;
  security?: readonly Readonly<Record<string, unknown>>[];
}

export interface OpenApi {
  info: { title: string; version: string; description?: string };
  tags?: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components?: {
    schemas?: Readonly<Record<string, Schema>>;
    responses?: Readonly<Record<string, DocumentedAnswer>>;
  };
}

export type Parameter = DocumentedParameter;

/** One call of the server. */
export interface Operation {
  id: string;
  /** In upper case. */
  method: string;
  path: string;
  /** One sentence. */
  title: string;
  /** The sentences after the title, in paragraphs; empty when there are none. */
  description: string;
  tag: string;
  parameters: readonly Parameter[];
  body: Schema | null;
  answers: readonly { status: string; description: string; kind: string; schema: Schema | null }[];
  /** Whether it needs a token. */
  secured: boolean;
}

/** The operations of one tag. */
export interface Group {
  name: string;
  description: string;
  operations: readonly Operation[];
}

const METHODS = ["get", "post", "put", "delete"];

/** Every call, in the order of the document's groups. */
export function groupsOf(document: OpenApi): Group[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation ? [operationOf(document, method, path, operation)] : [];
    }),
  );
  const tags = document.tags ?? [];
  const names = [
    ...new Set([...tags.map(({ name }) => name), ...operations.map(({ tag }) => tag)]),
  ];
  return names
    .map((name) => ({
      name,
      description: tags.find((tag) => tag.name === name)?.description ?? "",
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((group) => group.operations.length > 0);
}

function operationOf(
  document: OpenApi,
  method: string,
  path: string,
  operation: DocumentedOperation,
): Operation {
  const security = operation.security ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    ...wordsOf(operation),
    tag: operation.tags?.[0] ?? "",
    parameters: operation.parameters ?? [],
    body: operation.requestBody?.content?.["application/json"]?.schema ?? null,
    answers: Object.entries(operation.responses).map(([status, response]) => {
      const name = response.$ref?.split("/").at(-1) ?? "";
      const answer = document.components?.responses?.[name] ?? response;
      const [kind, content] = Object.entries(answer.content ?? {})[0] ?? ["", undefined];
      return {
        status,
        description: answer.description ?? "",
        kind,
        schema: content?.schema ?? null,
      };
    }),
    secured: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
  };
}

/** The title of a call, which is the first sentence of its summary, and the remaining text. */
function wordsOf({ summary = "", description = "" }: DocumentedOperation) {
  const end = /[.:](?=\s+[A-Z])/.exec(summary)?.index ?? summary.length;
  const more = [summary.slice(end + 1), description].map((text) => text.trim());
  return {
    title: summary.slice(0, end).replace(/\.$/, ""),
    description: more.filter((text) => text !== "").join("\n\n"),
  };
}

/** The groups with the calls that contain each word of a search in the method, path, id, title or description. */
export function search(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, method, path, title, description }: Operation) => {
    const text = `${method} ${path} ${id} ${title} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(fits) }))
    .filter((group) => group.operations.length > 0);
}

/** The call with this id. */
export function operationById(groups: readonly Group[], id: string | null): Operation | null {
  return groups.flatMap(({ operations }) => operations).find((one) => one.id === id) ?? null;
}

/** A schema with its references resolved and its parts merged. */
export function resolve(schema: Schema, document: OpenApi): Schema {
  let whole: Schema = schema;
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    const { $ref: _, ...beside } = schema;
    whole = { ...resolve(document.components?.schemas?.[name] ?? {}, document), ...beside };
  }
  for (const part of whole.allOf ?? []) {
    const resolved = resolve(part, document);
    whole = {
      ...resolved,
      ...whole,
      properties: { ...resolved.properties, ...whole.properties },
      required: [...(resolved.required ?? []), ...(whole.required ?? [])],
    };
  }
  const some = whole.oneOf?.find((one) => one.type !== "null");
  return some
    ? {
        ...resolve(some, document),
        ...(whole.description ? { description: whole.description } : {}),
      }
    : whole;
}

/** The type of a value in words, such as `string`, `integer or null`, `list of object`. */
export function typeOf(schema: Schema, document: OpenApi): string {
  const whole = resolve(schema, document);
  const types = [whole.type ?? "any"].flat();
  const plain = types.filter((type) => type !== "null");
  const nullable =
    plain.length < types.length || (schema.oneOf?.some((one) => one.type === "null") ?? false);
  const words = plain.map((type) =>
    type === "array" && whole.items ? `list of ${typeOf(whole.items, document)}` : type,
  );
  return nullable ? `${words.join(" or ")} or null` : words.join(" or ");
}

/** The maximum depth of examples: schemas may be recursive. */
const DEEPEST = 6;

/** An example of a value. `only` omits optional fields. */
export function sampleOf(schema: Schema, document: OpenApi, only = false, depth = 0): unknown {
  const whole = resolve(schema, document);
  const type = [whole.type ?? (whole.properties ? "object" : "string")]
    .flat()
    .find((one) => one !== "null");
  if (whole.enum && whole.enum.length > 0) return whole.enum[0];
  switch (type) {
    case "object": {
      if (depth > DEEPEST) return {};
      const names = Object.keys(whole.properties ?? {});
      const required = names.filter((name) => whole.required?.includes(name));
      const wanted = only && required.length > 0 ? required : names;
      return Object.fromEntries(
        wanted.map((name) => [
          name,
          sampleOf(whole.properties?.[name] ?? {}, document, only, depth + 1),
        ]),
      );
    }
    case "array":
      return whole.items ? [sampleOf(whole.items, document, only, depth + 1)] : [];
    case "integer":
    case "number":
      return whole.minimum ?? 0;
    case "boolean":
      return true;
    default:
      return sampleText(whole);
  }
}

function sampleText({ format }: Schema): string {
  if (format === "date") return "2026-01-05";
  if (format === "date-time") return "2026-01-05T13:45:00.000Z";
  return "";
}
