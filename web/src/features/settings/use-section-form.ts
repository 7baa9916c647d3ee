import { useRef, useState } from "react";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { type Form, type Problems, useForm } from "@/lib/use-form.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { notify } from "@/ui/toast/notify.ts";
import { type Sections, useSaveSettings } from "./queries.ts";

interface SectionFormOptions<N extends keyof Sections & string, V extends object> {
  name: N;
  stored: Sections[N];
  /** What the form begins with. */
  valuesOf: (stored: Sections[N]) => V;
  /** What is sent, without the version. */
  toForm: (values: V) => object;
  check?: (values: V) => Problems<V>;
}

/** What went wrong when a section was saved, beyond its fields. */
export type Problem = { kind: "conflict" } | { kind: "failed"; message: string };

/** A form over a section, and everything around saving it. */
export interface SectionForm<V> {
  form: Form<V>;
  saving: boolean;
  problem: Problem | null;
  unsaved: ReturnType<typeof useUnsaved>;
}

/**
 * The form of a section of the settings: it is saved as a whole, together with the version it began
 * with, so that a concurrent change by another person is not overwritten.
 */
export function useSectionForm<N extends keyof Sections & string, V extends object>({
  name,
  stored,
  valuesOf,
  toForm,
  check = () => ({}),
}: SectionFormOptions<N, V>): SectionForm<V> {
  const { t } = useTranslation();
  const save = useSaveSettings(name);
  const [problem, setProblem] = useState<Problem | null>(null);
  const version = useRef(stored.version);
  const form = useForm<V>({
    initial: valuesOf(stored),
    check,
    onSubmit: (values) => void submit(values),
  });
  const unsaved = useUnsaved(form.changed, "");

  const submit = async (values: V) => {
    setProblem(null);
    try {
      const saved = await save.mutateAsync({ ...toForm(values), version: version.current });
      version.current = saved.version;
      form.reset(valuesOf(saved));
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
  return { form, saving: save.isPending, problem, unsaved };
}
