import { useState } from "react";
import { Checkbox } from "@/ui/checkbox.tsx";
import { FilterChip } from "@/ui/filter-chip.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { Chapter, Row, Specimen } from "./specimen.tsx";

const SORTS = [
  { value: "createdAt", label: "Newest first" },
  { value: "title", label: "Title" },
  { value: "rating", label: "Rating, highest first" },
] as const;

const nothing = () => {};

/** Form fields. */
export function Fields() {
  const [copies, setCopies] = useState<number | null>(3);
  const [sort, setSort] = useState<(typeof SORTS)[number]["value"]>("createdAt");
  const [search, setSearch] = useState("");
  return (
    <Chapter title="Fields">
      <Specimen name="TextInput, TextArea: empty, filled, with a hint, optional, refused, disabled">
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <TextInput label="Title" />
          <TextInput label="Author" defaultValue="طه حسين" />
          <TextInput label="ISBN" hint="10 or 13 digits, with or without hyphens" />
          <TextInput label="Publisher" optional />
          <TextInput label="Email" defaultValue="reader@" error="Invalid email address" />
          <TextInput label="Student ID" defaultValue="S-2024-0012" disabled />
          <TextInput label="Tall" size="tall" />
          <TextArea label="Description" optional />
          <TextArea label="Note" defaultValue="" error="A note is required" />
        </div>
      </Specimen>
      <Specimen name="PasswordInput, Select, NumberField">
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <PasswordInput label="Current password" defaultValue="Reading1" />
          <PasswordInput
            label="New password"
            defaultValue="short"
            error="Password must be at least 6 characters"
          />
          <Select label="Sort" options={SORTS} value={sort} onValueChange={setSort} />
          <NumberField label="Copies" value={copies} onValueChange={setCopies} min={1} max={100} />
          <NumberField
            label="Borrowing period"
            hint="Days"
            error="At least one day"
            value={0}
            onValueChange={nothing}
          />
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <div className="flex flex-col gap-3">
          <Checkbox label="Not ticked" />
          <Checkbox label="Ticked" defaultChecked hint="With a hint" />
          <Checkbox
            label="I agree to the terms and conditions"
            error="You must agree to the terms and conditions"
          />
        </div>
      </Specimen>
      <Specimen name="SearchBox: empty, with a text, searching">
        <div className="grid gap-4 sm:grid-cols-3">
          <SearchBox
            label="Search the books"
            placeholder="Title, author or ISBN"
            value={search}
            onSearch={setSearch}
          />
          <SearchBox label="Search the people" value="amara" onSearch={nothing} />
          <SearchBox label="Search the loans" value="dune" onSearch={nothing} pending />
        </div>
      </Specimen>
      <Specimen name="FilterChip">
        <Row>
          <FilterChip label="Category" value="Fiction" onRemove={nothing} />
          <FilterChip label="Search" value="الأيام" onRemove={nothing} />
        </Row>
      </Specimen>
    </Chapter>
  );
}
