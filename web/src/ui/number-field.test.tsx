import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { useForm } from "@/lib/use-form.ts";
import { NumberField } from "./number-field.tsx";

await loadTexts("staff");

const user = userEvent.setup({ delay: null });

function Copies() {
  const form = useForm<{ copies: number | null }>({
    initial: { copies: 12 },
    check: ({ copies }) => {
      if (copies === null) return { copies: "admin.books.validation.copiesRequired" };
      const valid = copies >= 0 && copies <= 1000;
      return valid ? {} : { copies: "admin.books.validation.copies" };
    },
    onSubmit: () => undefined,
  });
  return (
    <form {...form.props}>
      <NumberField label="Copies" min={0} max={1000} {...form.number("copies")} />
      <output>{String(form.values.copies)}</output>
    </form>
  );
}

function open() {
  render(<Copies />);
  return screen.getByLabelText<HTMLInputElement>("Copies");
}

/** The value of the form. */
const value = () => screen.getByRole("status").textContent;

describe("a number field", () => {
  it("moves the cursor with Home and End", async () => {
    const field = open();
    await user.click(field);
    await user.keyboard("{End}{Home}");
    expect(value()).toBe("12");
    expect(field.selectionStart).toBe(0);
    await user.keyboard("{End}");
    expect(value()).toBe("12");
    expect(field.selectionStart).toBe(2);
  });

  it("keeps a number that is out of range, with an error", async () => {
    const field = open();
    await user.clear(field);
    await user.type(field, "-5");
    await user.tab();
    expect(value()).toBe("-5");
    expect(field).toHaveValue("-5");
    expect(field).toHaveAccessibleDescription("Copies must be a whole number between 0 and 1000");
    expect(field).toBeInvalid();
  });

  it.each(["", "-"])("has an error when it contains %j", async (text) => {
    const field = open();
    await user.clear(field);
    if (text !== "") await user.type(field, text);
    await user.tab();
    expect(value()).toBe("null");
    expect(field).toHaveAccessibleDescription("Enter the number of copies");
  });

  it("stays in its range with steps", async () => {
    const field = open();
    await user.clear(field);
    await user.type(field, "999");
    await user.click(screen.getByRole("button", { name: "Increase" }));
    expect(value()).toBe("1000");
    await user.type(field, "{ArrowUp}");
    expect(value()).toBe("1000");
    expect(screen.getByRole("button", { name: "Increase" })).toBeDisabled();
    await user.clear(field);
    await user.type(field, "-5");
    await user.click(screen.getByRole("button", { name: "Increase" }));
    expect(value()).toBe("0");
  });
});
