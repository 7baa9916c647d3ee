import { type FormEvent, useRef, useState } from "react";
import { type TextKey, type TextValues, useTranslation } from "@/lib/i18n/index.ts";

/** The text key of an error, with the values of its placeholders. */
export type Problem = TextKey | { key: TextKey; values: TextValues };

/** Each field's error; absent or undefined for a valid field. */
export type Problems<V> = { [K in keyof V]?: Problem | undefined };

/** The errors of the server, with its messages. */
interface Refusals {
  errors: readonly { field: string; message: string }[];
}

interface FormOptions<V> {
  initial: V;
  /** Checks all fields. Must be pure. */
  check: (values: V) => Problems<V>;
  /** Runs when every field is valid. */
  onSubmit: (values: V) => unknown;
}

type Key<V> = keyof V & string;

/** The props of a text control. */
interface TextBinding {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** The props of a number field. */
interface NumberBinding {
  name: string;
  value: number | null;
  error: string | undefined;
  onValueChange: (value: number | null) => void;
  onBlur: () => void;
}

/** The props of a checkbox. */
interface BoxBinding {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: { target: { checked: boolean } }) => void;
}

type KeysOf<V, T> = { [K in Key<V>]: V[K] extends T ? K : never }[Key<V>];

export interface Form<V> {
  values: V;
  /** True once a value differs from the initial one. */
  changed: boolean;
  /** Spread into a text control: `<TextInput label=… {...form.text("email")} />`. */
  text: (name: KeysOf<V, string>) => TextBinding;
  /** Spread into a number field. */
  number: (name: KeysOf<V, number | null>) => NumberBinding;
  /** Spread into a checkbox. */
  box: (name: KeysOf<V, boolean>) => BoxBinding;
  /** The error to show for a field, if any. */
  error: (name: Key<V>) => string | undefined;
  /** The server's error within a list, by its path such as `closures.3.date`. */
  refusal: (path: string) => string | undefined;
  set: <K extends Key<V>>(name: K, value: V[K]) => void;
  /** Sets several values at once. */
  fill: (values: Partial<V>) => void;
  /** Shows the server's errors beside their fields, and focuses the first of them; false when none is on the screen. */
  refuse: (refusals: Refusals) => boolean;
  /** Resets the form to these values. */
  reset: (values: V) => void;
  /** For the form element: `<form {...form.props}>`. */
  props: { noValidate: true; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
}

/**
 * The state of a form. A field's error shows when it has been left with a value or the form has been submitted, and
 * disappears as soon as the value is valid. A form with errors is not submitted; the focus goes to the first invalid
 * field.
 */
export function useForm<V extends object>({ initial, check, onSubmit }: FormOptions<V>): Form<V> {
  const { t } = useTranslation();
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const element = useRef<HTMLFormElement>(null);
  const problems = check(values);

  const fill = (changes: Partial<V>) => {
    setValues((before) => ({ ...before, ...changes }));
    // An error of the server within a list, such as `closures.3.date`, is removed with a change of the list.
    const isChanged = (name: string) => (name.split(".")[0] ?? name) in changes;
    setRefused((before) => new Map([...before].filter(([name]) => !isChanged(name))));
  };
  const set = <K extends Key<V>>(name: K, value: V[K]) => fill({ [name]: value } as unknown as V);
  const leave = (name: string) => setLeft((before) => new Set(before).add(name));
  const error = (name: Key<V>) => {
    const problem: Problem | undefined = sent || left.has(name) ? problems[name] : undefined;
    if (problem === undefined) return refused.get(name);
    return typeof problem === "string" ? t(problem) : t(problem.key, problem.values);
  };

  return {
    values,
    changed: (Object.keys(values) as Key<V>[]).some((name) => values[name] !== start[name]),
    text: (name) => ({
      name,
      value: values[name] as string,
      error: error(name),
      onChange: (event) => fill({ [name]: event.target.value } as unknown as V),
      onBlur: () => {
        if (values[name] !== "") leave(name);
      },
    }),
    number: (name) => ({
      name,
      value: values[name] as number | null,
      error: error(name),
      onValueChange: (value) => fill({ [name]: value } as unknown as V),
      onBlur: () => {
        if (values[name] !== null || start[name] !== null) leave(name);
      },
    }),
    box: (name) => ({
      name,
      checked: values[name] as boolean,
      error: error(name),
      onChange: (event) => fill({ [name]: event.target.checked } as unknown as V),
    }),
    error,
    refusal: (path) => refused.get(path),
    set,
    fill,
    refuse({ errors }) {
      setRefused(new Map(errors.map(({ field, message }) => [field, message])));
      return focusFirst(element.current, new Set(errors.map(({ field }) => field)));
    },
    reset(next) {
      setStart(next);
      setValues(next);
      setLeft(new Set());
      setSent(false);
      setRefused(new Map());
    },
    props: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        element.current = event.currentTarget;
        const bad = Object.entries(problems).filter(([, problem]) => problem !== undefined);
        setSent(bad.length > 0);
        setRefused(new Map());
        if (bad.length === 0) onSubmit(values);
        else focusFirst(event.currentTarget, new Set(bad.map(([name]) => name)));
      },
    },
  };
}

function focusFirst(form: HTMLFormElement | null, names: ReadonlySet<string>): boolean {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (control instanceof HTMLElement && name !== null && names.has(name)) {
      control.focus();
      return true;
    }
  }
  return false;
}
