import { useRef, useState } from "react";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import { type TextKey, type TextValues, useTranslation } from "@/lib/i18n/index.ts";
import { type Form, type Problems, useForm } from "@/lib/use-form.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { notify } from "@/ui/toast/notify.ts";
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

/** A failed save, apart from errors of fields. */
export type Problem = { kind: "conflict" } | { kind: "failed"; message: string };

/** The form of a section, and the state of saving it. */
export interface SectionForm<V> {
  form: Form<V>;
  saving: boolean;
  problem: Problem | null;
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
  const save = useSaveSettings(name);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [warning, setWarning] = useState<Warning | null>(null);
  const version = useRef(stored.version);
  const before = useRef(valuesOf(stored));
  const form = useForm<V>({
    initial: valuesOf(stored),
    check,
    onSubmit: (values) => {
      const found = warn(before.current, values);
      setWarning(found);
      if (found === null) void submit(values);
    },
  });
  const unsaved = useUnsaved(form.changed, "");

  const submit = async (values: V) => {
    setProblem(null);
    try {
      const saved = await save.mutateAsync({ ...toForm(values), version: version.current });
      version.current = saved.version;
      before.current = valuesOf(saved);
      form.reset(before.current);
      notify.success(t("settings.saved"));
    } catch (error) {
      if (error instanceof ApiError && error.code === "settings_changed") {
        setProblem({ kind: "conflict" });
      } else if (error instanceof ApiError && error.errors.length > 0) {
        form.refuse(error);
      } else if (!hasGeneralToast(error)) {
        setProblem({ kind: "failed", message: messageOf(error, t("settings.saveFailed")) });
      }
    }
  };
  const decide = (saves: boolean) => {
    setWarning(null);
    if (saves) void submit(form.values);
  };
  return { form, saving: save.isPending, problem, unsaved, warning, decide };
}
