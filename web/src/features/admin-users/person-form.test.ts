import { describe, expect, it } from "vitest";
import type { User } from "@/api/shapes.ts";
import { newPerson, personChange, personProblems, refusalsOf, valuesOf } from "./person-form.ts";

const ada: User = {
  _id: "01",
  name: "Ada Lovelace",
  email: "ada@library.example",
  role: "student",
  staffRole: null,
  patronCategory: null,
  studentId: "S-1815",
  collegeName: null,
  department: "Mathematics",
  currentSemester: null,
  class: null,
  homeroom: null,
  currentSemesterCategory: null,
  phone: "+441815",
  address: null,
  language: null,
  isActive: true,
  createdAt: "2024-01-05T10:00:00.000Z",
  updatedAt: "2024-01-05T10:00:00.000Z",
};

describe("personChange", () => {
  it("is empty when nothing changed", () => {
    expect(personChange(ada, valuesOf(ada))).toEqual({});
    expect(personChange(ada, { ...valuesOf(ada), name: " Ada Lovelace " })).toEqual({});
  });

  it("sends changed fields, and null for emptied ones", () => {
    const values = {
      ...valuesOf(ada),
      role: "admin",
      department: " ",
      address: "12 Square",
      language: "de",
    } as const;
    expect(personChange(ada, values)).toEqual({
      role: "admin",
      department: null,
      address: "12 Square",
      language: "de",
    });
    expect(personChange({ ...ada, language: "de" }, valuesOf(ada))).toEqual({ language: null });
  });
});

describe("a role", () => {
  const assistant: User = { ...ada, staffRole: { code: "assistant", name: "Assistant" } };

  it.each([
    [ada, "admin", { role: "admin" }],
    [ada, "assistant", { role: "student", staffRole: "assistant" }],
    [assistant, "librarian", { role: "student", staffRole: "librarian" }],
    [assistant, "student", { role: "student", staffRole: null }],
    [assistant, "admin", { role: "admin" }],
    [assistant, "assistant", {}],
  ])("of %o becomes %s by %o", (person, role, change) => {
    expect(personChange(person, { ...valuesOf(person), role })).toEqual(change);
  });

  it("of a new person is sent with the account", () => {
    const values = { ...valuesOf(ada), studentId: "", department: "", phone: "" };
    const body = { name: "Ada Lovelace", email: "ada@library.example" };
    expect(newPerson(values)).toEqual({ ...body, role: "student" });
    expect(newPerson({ ...values, role: "assistant" })).toEqual({
      ...body,
      role: "student",
      staffRole: "assistant",
    });
  });

  it("that the server refuses has its error beside the role", () => {
    const errors = [{ field: "staffRole", message: "Please choose a role from the list" }];
    expect(refusalsOf({ code: "validation", message: "", errors })).toEqual([
      { field: "role", message: "Please choose a role from the list" },
    ]);
  });
});

describe("personProblems", () => {
  const check = (changes: Partial<ReturnType<typeof valuesOf>>) =>
    Object.entries(personProblems({ ...valuesOf(ada), ...changes })).filter(
      ([, problem]) => problem,
    );

  it("accepts a stored person", () => {
    expect(check({})).toEqual([]);
  });

  it.each([
    ["name", "A", "auth.validation.nameShort"],
    ["email", "ada", "auth.validation.emailInvalid"],
    ["phone", "0123", "auth.validation.phoneInvalid"],
    ["address", "x".repeat(201), "auth.validation.addressLong"],
    ["studentId", "x".repeat(41), "admin.users.validation.studentIdLong"],
    ["collegeName", "x".repeat(101), "admin.users.validation.collegeLong"],
    ["department", "x".repeat(101), "admin.users.validation.departmentLong"],
    ["currentSemester", "x".repeat(51), "admin.users.validation.semesterLong"],
    ["currentSemesterCategory", "x".repeat(81), "admin.users.validation.categoryLong"],
    ["class", "x".repeat(51), "admin.users.validation.classLong"],
    ["homeroom", "x".repeat(51), "admin.users.validation.homeroomLong"],
  ])("rejects %s %j", (field, value, problem) => {
    expect(check({ [field]: value })).toEqual([[field, problem]]);
  });

  it("counts characters, not code units", () => {
    expect(check({ studentId: "📚".repeat(40) })).toEqual([]);
  });
});

describe("refusalsOf", () => {
  it.each([
    ["email_taken", "email"],
    ["student_id_taken", "studentId"],
    ["last_administrator", "role"],
  ])("shows %s beside %s", (code, field) => {
    const refusals = refusalsOf({ code, message: "No.", errors: [] });
    expect(refusals).toEqual([{ field, message: "No." }]);
  });

  it("is shown by the form if it concerns no field", () => {
    expect(refusalsOf({ code: "unavailable", message: "Busy.", errors: [] })).toEqual([]);
    const errors = [{ field: "phone", message: "Invalid phone number" }];
    expect(refusalsOf({ code: "validation", message: "", errors })).toEqual(errors);
  });
});
