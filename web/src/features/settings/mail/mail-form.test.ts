import { describe, expect, it } from "vitest";
import { mailForm, mailProblems, valuesOf, withSecurity } from "./mail-form.ts";

const settings = {
  host: "smtp.library.example",
  port: 587,
  security: "starttls" as const,
  user: "desk",
  hasPassword: true,
  fromAddress: "desk@library.example",
  fromName: null,
  siteAddress: "https://books.library.example",
};
const values = valuesOf(settings, "https://here.example");

describe("the mail settings", () => {
  it("start with the stored values except the password, or with the address of this site", () => {
    expect(values).toMatchObject({ port: "587", password: "", fromName: "" });
    expect(values.siteAddress).toBe("https://books.library.example");
    expect(valuesOf(null, "https://here.example").siteAddress).toBe("https://here.example");
  });

  it("keep the stored password unless a new one is entered", () => {
    expect(mailForm(values)).not.toHaveProperty("password");
    expect(mailForm({ ...values, password: "new" })).toMatchObject({ password: "new", port: 587 });
  });

  it("change the port with the encryption, unless the port is not a default", () => {
    expect(withSecurity(values, "tls")).toEqual({ security: "tls", port: "465" });
    expect(withSecurity({ ...values, port: "2525" }, "tls")).toEqual({ security: "tls" });
  });

  it.each([
    [{ host: " " }, { host: "settings.mail.validation.hostRequired" }],
    [{ port: "0" }, { port: "settings.mail.validation.portInvalid" }],
    [{ port: "65536" }, { port: "settings.mail.validation.portInvalid" }],
    [{ port: "5e2" }, { port: "settings.mail.validation.portInvalid" }],
    [{ fromAddress: "" }, { fromAddress: "settings.mail.validation.fromRequired" }],
    [{ fromAddress: "desk" }, { fromAddress: "settings.mail.validation.fromInvalid" }],
    [{ siteAddress: "" }, { siteAddress: "settings.mail.validation.siteRequired" }],
    [{}, {}],
  ])("have for %j the problems %j", (change, problems) => {
    const found = mailProblems({ ...values, ...change });
    const reported = Object.entries(found).filter(([, problem]) => problem !== undefined);
    expect(Object.fromEntries(reported)).toEqual(problems);
  });
});
