import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";
import {
  added,
  type EditedKind,
  edited,
  isUsed,
  listProblem,
  moved,
  nameProblem,
  sent,
} from "./kind-list.ts";

type Stored = Sections["kinds"];

const LISTS = ["patronCategories", "itemTypes"] as const;
type ListName = (typeof LISTS)[number];

/** `/admin/settings/kinds`: the patron categories and item types, which rules may depend on. */
export default function KindsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage name="kinds" title={t("settings.kinds.title")} lead={t("settings.kinds.lead")}>
      {(stored, reload) => <KindsForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function valuesOf({ patronCategories, itemTypes }: Stored) {
  return { patronCategories: edited(patronCategories), itemTypes: edited(itemTypes) };
}

function KindsForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const section = useSectionForm({
    name: "kinds",
    stored,
    valuesOf,
    toForm: (values: ReturnType<typeof valuesOf>) => ({
      patronCategories: sent(values.patronCategories),
      itemTypes: sent(values.itemTypes),
    }),
    check: (values) => ({
      patronCategories: listProblem(values.patronCategories),
      itemTypes: listProblem(values.itemTypes),
    }),
  });
  const { form } = section;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      {LISTS.map((list) => (
        <KindList
          key={list}
          list={list}
          kinds={form.values[list]}
          error={form.error(list)}
          onChange={(kinds) => form.set(list, kinds)}
        />
      ))}
    </SectionFormFrame>
  );
}

interface KindListProps {
  list: ListName;
  kinds: readonly EditedKind[];
  error: string | undefined;
  onChange: (kinds: EditedKind[]) => void;
}

function KindList({ list, kinds, error, onChange }: KindListProps) {
  const { t } = useTranslation();
  const [fresh, setFresh] = useState(0);
  const none =
    list === "patronCategories"
      ? "settings.kinds.noPatronCategories"
      : "settings.kinds.noItemTypes";
  const replace = (kind: EditedKind, change: Partial<EditedKind>) =>
    onChange(kinds.map((one) => (one === kind ? { ...one, ...change } : one)));
  return (
    <Section title={t(`settings.kinds.${list}`)}>
      <p className="-mt-2 text-md text-muted">{t(`settings.kinds.${list}Hint`)}</p>
      <NewKind
        list={list}
        present={kinds}
        onAdd={(name) => {
          onChange(added(kinds, name, `new-${fresh}`));
          setFresh(fresh + 1);
        }}
      />
      {kinds.length === 0 ? (
        <p className="text-muted">{t(none)}</p>
      ) : (
        <Card flush>
          <ul aria-label={t(`settings.kinds.${list}`)} className="divide-y divide-line">
            {kinds.map((kind, place) => (
              <Entry
                key={kind.key}
                kind={kind}
                list={list}
                isFirst={place === 0}
                isLast={place === kinds.length - 1}
                problem={
                  error === undefined
                    ? undefined
                    : nameProblem(
                        kind.name,
                        kinds.filter((other) => other !== kind),
                      )
                }
                onChange={(change) => replace(kind, change)}
                onMove={(by) => onChange(moved(kinds, place, by))}
                onRemove={() => onChange(kinds.filter((one) => one !== kind))}
              />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

interface EntryProps {
  kind: EditedKind;
  list: ListName;
  isFirst: boolean;
  isLast: boolean;
  problem: ReturnType<typeof nameProblem>;
  onChange: (change: Partial<EditedKind>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Entry({ kind, list, isFirst, isLast, problem, onChange, onMove, onRemove }: EntryProps) {
  const { t } = useTranslation();
  const { name, archived } = kind;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <TextInput
          hideLabel
          label={t("settings.kinds.nameOf", { name })}
          name={list}
          value={name}
          error={problem ? t(problem) : undefined}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-muted text-sm">
          {archived ? <Badge>{t("settings.kinds.archived")}</Badge> : null}
          <Uses kind={kind} />
        </p>
      </div>
      <div className="flex">
        <IconButton
          label={t("settings.kinds.up", { name })}
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t("settings.kinds.down", { name })}
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        {isUsed(kind) || archived ? (
          <IconButton
            label={t(archived ? "settings.kinds.restore" : "settings.kinds.archive", { name })}
            onClick={() => onChange({ archived: !archived })}
          >
            {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
          </IconButton>
        ) : (
          <IconButton label={t("settings.kinds.remove", { name })} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

const NOUNS = ["people", "books", "copies", "rules"] as const;

/** The numbers of people, items and rules of a kind, in words. */
function Uses({ kind }: { kind: EditedKind }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = NOUNS.filter((noun) => kind.uses[noun] > 0).map((noun) =>
    t(`settings.kinds.${noun}`, {
      count: kind.uses[noun],
      number: format.count(kind.uses[noun]),
    }),
  );
  return <span>{counted.length > 0 ? counted.join(" · ") : t("settings.kinds.unused")}</span>;
}

const NEW_KIND = {
  patronCategories: {
    label: "settings.kinds.newPatronCategory",
    add: "settings.kinds.addPatronCategory",
  },
  itemTypes: { label: "settings.kinds.newItemType", add: "settings.kinds.addItemType" },
} as const satisfies Record<ListName, { label: TextKey; add: TextKey }>;

interface NewKindProps {
  list: ListName;
  present: readonly EditedKind[];
  onAdd: (name: string) => void;
}

/**
 * The fields for a new kind. They are outside of the form, so that Enter adds the kind and does not save the section.
 */
function NewKind({ list, present, onAdd }: NewKindProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = nameProblem(name, present);
  const words = NEW_KIND[list];
  const add = () => {
    setTried(problem !== undefined);
    if (problem !== undefined) return;
    onAdd(name);
    setName("");
    field.current?.focus();
  };
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 sm:max-w-80">
        <TextInput
          ref={field}
          label={t(words.label)}
          optional
          autoComplete="off"
          value={name}
          error={tried && problem ? t(problem) : undefined}
          onChange={({ target }) => {
            setName(target.value);
            setTried(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
      </div>
      <div className="pt-6.5">
        <Button variant="secondary" aria-label={t(words.add)} onClick={add}>
          <Plus aria-hidden="true" />
          {t("settings.kinds.add")}
        </Button>
      </div>
    </div>
  );
}
