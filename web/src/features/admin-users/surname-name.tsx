import type { UserSummary } from "@/api/shapes.ts";

/** A name with the part by which lists are sorted in bold. */
export function SurnameName({ user }: { user: Pick<UserSummary, "name" | "surname"> }) {
  const { name, surname } = user;
  // In "Surname, First names" it comes first.
  const start = name.startsWith(`${surname},`) ? 0 : name.lastIndexOf(surname);
  if (surname === "" || start < 0) return name;
  return (
    <>
      {name.slice(0, start)}
      <b className="font-semibold">{surname}</b>
      {name.slice(start + surname.length)}
    </>
  );
}
