import { describe, expect, it } from "vitest";
import type { User } from "@/api/shapes.ts";
import { changesOf, checkProfile, formOf, type ProfileForm } from "./profile-form.ts";

const user: User = {
  _id: "u1",
  name: "Ada Reader",
  email: "ada@library.example",
  role: "student",
  staffRole: null,
  patronCategory: null,
  studentId: "S-1",
  collegeName: "College of Letters",
  department: null,
  currentSemester: null,
  class: null,
  homeroom: null,
  currentSemesterCategory: "Humanities",
  phone: "+4915112345678",
  address: null,
  language: null,
  isActive: true,
  createdAt: "2024-01-05T10:00:00.000Z",
  updatedAt: "2024-01-05T10:00:00.000Z",
};

const form = (changes: Partial<ProfileForm> = {}) => ({ ...formOf(user), ...changes });

describe("changesOf", () => {
  it.each([
    ["nothing", {}, {}],
    ["spaces around the same", { name: " Ada Reader ", phone: "+4915112345678 " }, {}],
    ["what was added", { department: " Philosophy " }, { department: "Philosophy" }],
    ["a chosen language", { language: "de" }, { language: "de" }],
    ["what was emptied", { phone: "  " }, { phone: null }],
    [
      "what was replaced",
      {
        email: "ada@reading.example",
        currentPassword: "Reading1",
        currentSemesterCategory: "Arts",
      },
      {
        email: "ada@reading.example",
        currentPassword: "Reading1",
        currentSemesterCategory: "Arts",
      },
    ],
  ] as const)("sends %s", (_name, edits, changes) => {
    expect(changesOf(user, form(edits))).toEqual(changes);
  });
});

describe("checkProfile", () => {
  it("accepts the stored details", () => {
    expect(Object.values(checkProfile(user, form())).filter(Boolean)).toEqual([]);
  });

  it.each([
    ["name", "A", "auth.validation.nameShort"],
    ["name", "", "auth.validation.nameRequired"],
    ["email", "ada", "auth.validation.emailInvalid"],
    ["phone", "0123", "auth.validation.phoneInvalid"],
    ["address", "a".repeat(201), "auth.validation.addressLong"],
  ] as const)("rejects the %s %j", (field, value, problem) => {
    expect(checkProfile(user, form({ [field]: value }))[field]).toBe(problem);
  });

  it("requires the password only for a new email address", () => {
    const moved = form({ email: "ada@reading.example" });
    expect(checkProfile(user, moved).currentPassword).toBe("profile.password.currentRequired");
    const proven = { ...moved, currentPassword: "Reading1" };
    expect(checkProfile(user, proven).currentPassword).toBeUndefined();
  });
});
