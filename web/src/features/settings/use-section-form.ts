import { useRef, useState } from "react";
import { type TextKey, type TextValues, useTranslation } from "@/lib/i18n/index.ts";
import type { Form, Problems } from "@/lib/use-form.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import type { Action } from "@/parts/action/use-action.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { useSaveSettings } from "./queries.ts";
import type { SectionForms, SectionName, Sections } from "./section-calls.ts";

interface SectionFormOptions<N extends SectionName, V extends object> {
  name: N;
  stored: Sections[N];
  /** Returns the initial values of the form. */
  valuesOf: (stored: Sections[N]) => V;
  /** Returns the request body, without the version. */
  toForm: (values: V) => SectionForms[N];
  check?: (values: V) => Problems<V>;
  /** Returns the warning to show before a change is saved; null if none is needed. */
  warn?: (saved: V, values: V) => Warning | null;
}

/** The effect of a change that cannot be undone, or that people notice at once. */
export interface Warning {
  title: TextKey;
  /** One paragraph each. */
  effects: readonly { key: TextKey; values?: TextValues }[];
}

/** A form over a section, and everything around saving it. */
export interface SectionForm<V> {
  form: Form<V>;
  action: Action<V>;
  /** Whether the last attempt failed because another person has changed the section. */
  conflict: boolean;
  unsaved: ReturnType<typeof useUnsaved>;
  /** The warning that waits for a decision. */
  warning: Warning | null;
  /** Saves despite the warning, or returns to the form. */
  decide: (saves: boolean) => void;
}

/**
 * The form of a section of the settings. It is saved as a whole, with the version on which it is based, so that a
 * concurrent change by another person is not overwritten.
 */
export function useSectionForm<N extends SectionName, V extends object>({
  name,
  stored,
  valuesOf,
  toForm,
  check = () => ({}),
  warn = () => null,
}: SectionFormOptions<N, V>): SectionForm<V> {
  const { t } = useTranslation();
  const change = useSaveSettings(name);
  const [conflict, setConflict] = useState(false);
  const [warning, setWarning] = useState<Warning | null>(null);
  const version = useRef(stored.version);
  const before = useRef(valuesOf(stored));
  const { form, action } = useFormAction({
    initial: valuesOf(stored),
    check,
    onSubmit: (values, send) => {
      const found = warn(before.current, values);
      setWarning(found);
      if (found === null) void send();
    },
    save: (values) => {
      setConflict(false);
      return change.mutateAsync({ ...toForm(values), version: version.current });
    },
    done: (saved) => {
      version.current = saved.version;
      before.current = valuesOf(saved);
      form.reset(before.current);
      return t("settings.saved");
    },
    failed: t("settings.saveFailed"),
    refused: (error, { refuse }) => {
      if (error.code !== "settings_changed") return refuse(error);
      setConflict(true);
      return t("settings.conflict");
    },
  });
  const unsaved = useUnsaved(form.changed, "");
  const decide = (saves: boolean) => {
    setWarning(null);
    if (saves) void action.run(form.values);
  };
  return { form, action, conflict, unsaved, warning, decide };
}
