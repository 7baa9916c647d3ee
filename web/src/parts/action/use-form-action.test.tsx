import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, type FieldError } from "@/api/errors.ts";
import { type Note, receiveNotes } from "@/ui/toast/notify.ts";
import { FormProblem } from "./form-problem.tsx";
import { useFormAction } from "./use-form-action.ts";

interface Values {
  name: string;
}

let notes: Note[] = [];

beforeEach(() => {
  notes = [];
  return receiveNotes({ show: (note) => notes.push(note), dismiss: () => {} });
});

type Options = Parameters<typeof useFormAction<string, Values>>[0];

/** Opens a form with one field, and fills it in. */
async function open(save: (values: Values) => Promise<string>, options: Partial<Options> = {}) {
  function Shown() {
    const { form, action } = useFormAction<string, Values>({
      initial: { name: "" },
      check: ({ name }) => ({ name: name === "" ? "setup.library.nameRequired" : undefined }),
      save,
      failed: "It failed",
      ...options,
    });
    const { error, ...control } = form.text("name");
    return (
      <form {...form.props}>
        <FormProblem action={action} />
        <input aria-label="Name" {...control} />
        <output>{error}</output>
        <button type="submit" disabled={action.pending}>
          Send
        </button>
      </form>
    );
  }
  render(<Shown />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Name"), "Ada");
  return () => user.click(screen.getByRole("button", { name: "Send" }));
}

const refusing = (status: number, message: string, errors: FieldError[] = []) =>
  vi
    .fn<(values: Values) => Promise<string>>()
    .mockRejectedValueOnce(new ApiError({ status, code: "x", message, errors }))
    .mockResolvedValue("Saved");

const TAKEN = [{ field: "name", message: "This name is taken" }];

it("sends valid values, does what follows, and shows the message", async () => {
  const save = vi.fn((_values: Values) => Promise.resolve("Saved"));
  const follows = vi.fn();
  const send = await open(save, {
    done: (answer, { name }) => {
      follows();
      return `${answer} ${name}`;
    },
  });
  await send();
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: "Ada" });
  expect(follows).toHaveBeenCalledOnce();
  expect(notes).toMatchObject([{ tone: "success", message: "Saved Ada" }]);
});

it("shows the errors of fields beside them only, and focuses the first one", async () => {
  const send = await open(refusing(422, "Check the fields", TAKEN));
  await send();
  expect(await screen.findByText("This name is taken")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(notes).toEqual([]);
});

it("shows any other failure above the form, with the focus, until it is sent again", async () => {
  const send = await open(refusing(409, "Not now"));
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("Not now");
  expect(screen.getByRole("alert")).toHaveFocus();
  await send();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows the errors of fields that the form does not have above it", async () => {
  const send = await open(
    refusing(422, "The version is missing", [{ field: "version", message: "Required" }]),
  );
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("The version is missing");
});

it("shows a toast also for the errors of fields, where the screen words every failure", async () => {
  const send = await open(refusing(422, "Check the fields", TAKEN), { shows: "ownToast" });
  await send();
  expect(await screen.findByText("This name is taken")).toBeVisible();
  expect(notes).toMatchObject([{ tone: "error", message: "Check the fields" }]);
});

it("does not offer to repeat a call with values that may have changed since", async () => {
  const send = await open(refusing(0, ""), { shows: "toast" });
  await send();
  expect(notes).toMatchObject([{ tone: "error" }]);
  expect(notes[0]?.actions ?? []).toEqual([]);
});

it("shows a refusal with the form's own words", async () => {
  const send = await open(refusing(409, "Changed"), {
    refused: ({ code }) => (code === "x" ? "Somebody else changed it" : false),
  });
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("Somebody else changed it");
});

it("ignores a press right after a success that has reset it, as of a double click", async () => {
  const save = vi.fn((_values: Values) => Promise.resolve("Saved"));
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const send = await open(save, {
    done: (answer, _values, form) => {
      form.reset({ name: "Another" });
      return answer;
    },
  });
  await send();
  expect(screen.getByLabelText("Name")).toHaveValue("Another");
  await send();
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: "Ada" });
  now.mockReturnValue(1_600);
  await send();
  expect(save).toHaveBeenLastCalledWith({ name: "Another" });
});

it("lets the form ask before it is sent", async () => {
  const save = vi.fn((_values: Values) => Promise.resolve("Saved"));
  let proceed: (() => Promise<boolean>) | undefined;
  const send = await open(save, {
    onSubmit: (_values, sends) => {
      proceed = sends;
    },
  });
  await send();
  expect(save).not.toHaveBeenCalled();
  expect(await proceed?.()).toBe(true);
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: "Ada" });
});
