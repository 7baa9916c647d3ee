import { useTranslation } from "@/lib/i18n/index.ts";
import { type OpenApi, resolve, type Schema, typeOf } from "./document.ts";

/** The maximum depth of nested fields: schemas may be recursive. */
const DEEPEST = 3;

interface SchemaFieldsProps {
  schema: Schema;
  document: OpenApi;
  depth?: number;
}

/** The fields of a schema with their types, including nested ones. */
export function SchemaFields({ schema, document, depth = 0 }: SchemaFieldsProps) {
  const { t } = useTranslation();
  const whole = resolve(schema, document);
  const inner = [whole.type].flat().includes("array") && whole.items ? whole.items : whole;
  const shape = resolve(inner, document);
  const fields = Object.entries(shape.properties ?? {});
  if (fields.length === 0 || depth > DEEPEST) return null;
  return (
    <ul
      className={`flex flex-col gap-2 ${depth > 0 ? "mt-2 border-line border-s ps-4" : "text-md"}`}
    >
      {fields.map(([name, field]) => {
        const resolved = resolve(field, document);
        return (
          <li key={name} className="min-w-0" translate="no">
            <span className="break-all font-medium font-mono">{name}</span>{" "}
            <span className="text-sm text-subtle">
              {typeOf(field, document)}
              {shape.required?.includes(name) ? "" : ` · ${t("apiDocs.optional")}`}
            </span>
            {resolved.enum ? (
              <span className="block break-words text-muted text-sm">
                {resolved.enum.map(String).join(" · ")}
              </span>
            ) : null}
            {resolved.description ? (
              <span className="block text-muted text-sm">{resolved.description}</span>
            ) : null}
            <SchemaFields schema={field} document={document} depth={depth + 1} />
          </li>
        );
      })}
    </ul>
  );
}
