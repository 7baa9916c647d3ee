import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SubjectsField } from "./subjects-field.tsx";

describe("the field of subjects", () => {
  it("adds a subject with Enter, but not with the Enter that ends the composition of a word", () => {
    const onSubjects = vi.fn();
    render(<SubjectsField subjects={[]} onSubjects={onSubjects} error={undefined} list="known" />);
    const field = screen.getByRole("combobox");
    fireEvent.change(field, { target: { value: "物理" } });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(onSubjects).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSubjects.mock.calls).toEqual([[["物理"]]]);
  });
});
