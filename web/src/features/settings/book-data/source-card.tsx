import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { BOOK_SOURCE_FORM } from "@/lib/limits.ts";
import { Card } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type EditedSource, VERSIONS } from "./source-list.ts";
import { SourceTrial } from "./source-trial.tsx";

interface SourceCardProps {
  source: EditedSource;
  place: number;
  isLast: boolean;
  /** The server's error at a path such as `sources.1.address`. */
  refusal: (path: string) => string | undefined;
  onChange: (change: Partial<EditedSource>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A source of book data: its switch, its place, and for an SRU server how it is searched. */
export function SourceCard({
  source,
  place,
  isLast,
  refusal,
  onChange,
  onMove,
  onRemove,
}: SourceCardProps) {
  const { t } = useTranslation();
  const isServer = source.kind === "sru";
  const name = isServer ? source.name || t("settings.bookData.newServer") : "Open Library";
  const text = (part: "name" | "address" | "recordSchema" | "query") => ({
    name: `sources.${place}.${part}`,
    value: source[part],
    error: refusal(`sources.${place}.${part}`),
    maxLength: BOOK_SOURCE_FORM[part].max,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
  });
  return (
    <li data-source={source.key}>
      <Card>
        <div className="flex flex-col gap-5">
          <div className="flex items-start justify-between gap-3">
            <Checkbox
              label={t("settings.bookData.ask", { name })}
              hint={isServer ? undefined : t("settings.bookData.openLibraryHint")}
              checked={source.isOn}
              onChange={({ target }) => onChange({ isOn: target.checked })}
            />
            <div className="flex">
              <IconButton
                label={t("settings.bookData.up", { name })}
                aria-disabled={place === 0}
                onClick={() => onMove(-1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t("settings.bookData.down", { name })}
                aria-disabled={isLast}
                onClick={() => onMove(1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              {isServer ? (
                <IconButton label={t("settings.bookData.remove", { name })} onClick={onRemove}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              ) : null}
            </div>
          </div>
          {isServer ? (
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <TextInput
                label={t("settings.bookData.name")}
                hint={t("settings.bookData.nameHint")}
                {...text("name")}
              />
              <TextInput
                label={t("settings.bookData.address")}
                hint={t("settings.bookData.addressHint")}
                inputMode="url"
                {...text("address")}
              />
              <Select
                label={t("settings.bookData.version")}
                name={`sources.${place}.version`}
                value={source.version}
                options={VERSIONS.map((value) => ({ value, label: `SRU ${value}` }))}
                onValueChange={(version) => onChange({ version })}
                error={refusal(`sources.${place}.version`)}
              />
              <TextInput
                label={t("settings.bookData.schema")}
                hint={t("settings.bookData.schemaHint")}
                optional
                {...text("recordSchema")}
              />
              <div className="sm:col-span-2">
                <TextInput
                  label={t("settings.bookData.query")}
                  hint={t("settings.bookData.queryHint", { place: "{isbn}" })}
                  {...text("query")}
                />
              </div>
            </div>
          ) : null}
          <SourceTrial source={source} name={name} />
        </div>
      </Card>
    </li>
  );
}
