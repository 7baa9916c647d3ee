import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Form, useForm } from "./use-form.ts";
import { emailRule, nameRule } from "./validation.ts";

interface Values {
  name: string;
  email: string;
}

const user = userEvent.setup({ delay: null });
const submit = vi.fn();

function open(initial: Values = { name: "", email: "" }) {
  submit.mockClear();
  let form: Form<Values> | undefined;
  function Shown() {
    form = useForm<Values>({
      initial,
      check: ({ name, email }) => ({ name: nameRule(name), email: emailRule(email) }),
      onSubmit: submit,
    });
    return (
      <form {...form.props} aria-label="form">
        {(["name", "email"] as const).map((field) => {
          const { error, ...control } = form?.text(field) ?? { error: "" };
          return (
            <label key={field}>
              {field}
              <input {...control} />
              <output>{error}</output>
            </label>
          );
        })}
        <button type="submit">Send</button>
        <output aria-label="changed">{String(form.changed)}</output>
      </form>
    );
  }
  render(<Shown />);
  return {
    name: screen.getByLabelText(/^name/),
    email: screen.getByLabelText(/^email/),
    send: screen.getByRole("button"),
    form: () => {
      if (!form) throw new Error("the form was not rendered");
      return form;
    },
  };
}

describe("a form", () => {
  it("shows no error for a field that has not been filled in yet", async () => {
    const { name } = open();
    await user.click(name);
    await user.tab();
    expect(screen.queryByText("Full name is required")).toBeNull();
  });

  it("shows an error when a field is left, and removes it when the value is corrected", async () => {
    const { name } = open();
    await user.type(name, "A");
    expect(screen.queryByText(/at least 2/)).toBeNull();
    await user.tab();
    expect(screen.getByText("Name must be at least 2 characters")).toBeVisible();
    await user.type(name, "b");
    expect(screen.queryByText(/at least 2/)).toBeNull();
  });

  it("is not submitted with errors, shows all of them, and focuses the first", async () => {
    const { name, send } = open();
    await user.click(send);
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByText("Full name is required")).toBeVisible();
    expect(screen.getByText("Email is required")).toBeVisible();
    expect(name).toHaveFocus();
  });

  it("submits valid values", async () => {
    const { name, email } = open();
    await user.type(name, "Amara");
    await user.type(email, "amara@students.example{Enter}");
    expect(submit).toHaveBeenCalledWith({ name: "Amara", email: "amara@students.example" });
  });

  it("shows the server's error until the field is changed", async () => {
    const { email, send, form } = open({ name: "Amara", email: "amara@students.example" });
    await user.click(send);
    submit.mockClear();
    act(() => form().refuse({ errors: [{ field: "email", message: "Already taken" }] }));
    expect(screen.getByText("Already taken")).toBeVisible();
    expect(email).toHaveFocus();
    await user.type(email, "x");
    expect(screen.queryByText("Already taken")).toBeNull();
  });

  it("detects changes, and can be reset", async () => {
    const { name, form } = open({ name: "Amara", email: "a@b.example" });
    const changed = screen.getByRole("status", { name: "changed" });
    expect(changed).toHaveTextContent("false");
    await user.type(name, "h");
    expect(changed).toHaveTextContent("true");
    act(() => form().reset({ name: "Amarah", email: "a@b.example" }));
    expect(changed).toHaveTextContent("false");
    expect(name).toHaveValue("Amarah");
  });
});
