import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { MEMBER_STATUS_TONES, StatusBadge } from "./badge.tsx";
import { Banner } from "./banner.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { AlertDialog, Dialog, SidePanel } from "./dialog.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { Pagination } from "./pagination.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Rating } from "./rating.tsx";
import { Select } from "./select.tsx";
import { ErrorState } from "./states.tsx";
import { Tabs } from "./tabs.tsx";
import { TextInput } from "./text-input.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

const user = userEvent.setup({ delay: null });

describe("Button", () => {
  it("can be pressed", async () => {
    const press = vi.fn();
    render(<Button onClick={press}>Save</Button>);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(press).toHaveBeenCalledOnce();
  });

  it("is no wider than its place, and as high as its text, when the text is large", () => {
    render(
      <>
        <Button>Download my data</Button>
        <ButtonLink to="/books">Browse books</ButtonLink>
      </>,
    );
    for (const text of ["Download my data", "Browse books"]) {
      const label = screen.getByText(text);
      expect(label).toHaveClass("fit-line");
      expect(label.parentElement).toHaveClass("max-w-full", "min-h-9");
    }
  });

  it("keeps its name and ignores further presses while it is pending", async () => {
    const press = vi.fn();
    render(
      <Button pending onClick={press}>
        Save
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Save" });
    expect(button).toHaveAttribute("aria-busy", "true");
    await user.click(button);
    expect(press).not.toHaveBeenCalled();
  });

  it("can be focused and gives the reason when it cannot be pressed", async () => {
    const press = vi.fn();
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" disabledReason="All copies are out." onClick={press}>
          Borrow
        </Button>
      </form>,
    );
    const button = screen.getByRole("button", { name: "Borrow" });
    await user.tab();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription("All copies are out.");
    await user.keyboard("{Enter}");
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  });

  it.each([null, "", undefined])("can be pressed when the reason is %j", (reason) => {
    render(<Button disabledReason={reason}>Borrow</Button>);
    expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled");
  });
});

describe("fields", () => {
  it("connect label, hint and error to the control", () => {
    render(<TextInput label="ISBN" hint="13 digits" error="Not an ISBN" />);
    const input = screen.getByLabelText("ISBN");
    expect(input).toHaveAccessibleDescription("Not an ISBN 13 digits");
    expect(input).toBeInvalid();
    expect(input).toBeRequired();
  });

  it("are marked when they are optional", () => {
    render(<TextInput label="Phone" optional />);
    expect(screen.getByRole("textbox", { name: "Phone optional" })).not.toBeRequired();
  });

  it("show the error of a checkbox", () => {
    render(<Checkbox label="I agree" error="You must agree" />);
    expect(screen.getByRole("checkbox", { name: "I agree" })).toHaveAccessibleDescription(
      "You must agree",
    );
  });

  it("show and hide a password without changing it", async () => {
    render(<PasswordInput label="Password" />);
    const input = screen.getByLabelText("Password");
    await user.type(input, "Reading1");
    expect(input).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(input).toHaveAttribute("type", "text");
    expect(input).toHaveValue("Reading1");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(input).toHaveAttribute("type", "password");
  });

  it("accept a pasted password", async () => {
    render(<PasswordInput label="Password" />);
    const input = screen.getByLabelText("Password");
    await user.click(input);
    await user.paste("correct horse Battery 9");
    expect(input).toHaveValue("correct horse Battery 9");
  });

  it("warn of Caps Lock while it is on and the field is in use", async () => {
    render(<PasswordInput label="Password" />);
    const input = screen.getByLabelText("Password");
    await user.type(input, "{CapsLock}a");
    expect(input).toHaveAccessibleDescription("Caps Lock is on.");
    await user.tab();
    await waitFor(() => expect(input).not.toHaveAccessibleDescription());
  });

  it("report the value of the chosen option", async () => {
    const choose = vi.fn();
    const options = [
      { value: "title", label: "Title" },
      { value: "rating", label: "Rating" },
    ] as const;
    render(<Select label="Sort" options={options} value="title" onValueChange={choose} />);
    await user.selectOptions(screen.getByLabelText("Sort"), "Rating");
    expect(choose).toHaveBeenCalledWith("rating");
  });
});

describe("badges", () => {
  it.each([
    ["active", "Active", "bg-success-soft"],
    ["overdue", "Overdue", "bg-danger-soft"],
    ["returned", "Returned", "bg-info-soft"],
    // A status of a newer server is red, like all that are neither active nor returned.
    ["lost" as "overdue", "lost", "bg-danger-soft"],
  ] as const)("have a word, an icon and a colour for %s", (status, word, colour) => {
    const { container } = render(<StatusBadge status={status} />);
    expect(screen.getByText(word)).toBeVisible();
    expect(container.querySelector("svg")).not.toBeNull();
    expect(container.firstElementChild).toHaveClass(colour);
  });

  it.each([
    ["active", "bg-info-soft"],
    ["overdue", "bg-danger-soft"],
    ["returned", "bg-success-soft"],
  ] as const)("have the colours of members' own borrowings for %s", (status, colour) => {
    const { container } = render(<StatusBadge status={status} tones={MEMBER_STATUS_TONES} />);
    expect(container.firstElementChild).toHaveClass(colour);
  });

  it("show a rating to sighted people and to screen readers", () => {
    const { rerender } = render(<Rating average={4.36} count={12} />);
    expect(screen.getByText("4.4 out of 5, 12 ratings")).toBeInTheDocument();
    rerender(<Rating average={5} count={1} />);
    expect(screen.getByText("5.0 out of 5, 1 rating")).toBeInTheDocument();
    rerender(<Rating average={0} count={0} />);
    expect(screen.getByText("Not rated yet")).toBeVisible();
  });
});

interface Row {
  id: string;
  title: string;
  fine: string;
}

const ROWS: Row[] = [
  { id: "1", title: "Dune", fine: "$1.25" },
  { id: "2", title: "Solaris", fine: "$0.00" },
];

const COLUMNS: Column<Row>[] = [
  { id: "title", header: "Title", cell: (row) => row.title, isRowHeader: true, sortBy: "title" },
  { id: "fine", header: "Fine", cell: (row) => row.fine, align: "end" },
  {
    id: "do",
    header: "Actions",
    hideHeader: true,
    cell: (row) => <Button aria-label={`Return ${row.title}`}>Return</Button>,
  },
];

describe("DataTable", () => {
  it("is a table to screen readers, with a caption, headings and named rows", () => {
    render(<DataTable caption="Loans" columns={COLUMNS} rows={ROWS} rowId={(row) => row.id} />);
    const table = screen.getByRole("table", { name: "Loans" });
    const headings = within(table).getAllByRole("columnheader");
    expect(headings.map((heading) => heading.textContent)).toEqual(["Title", "Fine", "Actions"]);
    expect(within(table).getByRole("rowheader", { name: "Dune" })).toBeVisible();
    expect(within(table).getByRole("button", { name: "Return Solaris" })).toBeVisible();
  });

  it("shows its order, and requests another one", async () => {
    const sort = vi.fn();
    render(
      <DataTable
        caption="Loans"
        columns={COLUMNS}
        rows={ROWS}
        rowId={(row) => row.id}
        sorting={{ by: "title", direction: "descending" }}
        onSort={sort}
      />,
    );
    expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    expect(screen.getByRole("columnheader", { name: "Fine" })).not.toHaveAttribute("aria-sort");
    await user.click(screen.getByRole("button", { name: "Title" }));
    expect(sort).toHaveBeenCalledWith("title");
  });
});

describe("Pagination", () => {
  it("is hidden for a single page", () => {
    const { container } = render(
      <Pagination page={1} pages={1} total={20} limit={20} onPage={() => {}} />,
    );
    expect(container).toBeEmptyDOMElement();
  });

  it("shows the position, and moves forward and back", async () => {
    const go = vi.fn();
    render(<Pagination page={2} pages={61} total={1204} limit={20} onPage={go} />);
    expect(screen.getByText("21–40 of 1,204")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect(go.mock.calls).toEqual([[3], [1]]);
  });

  it("stops at the first and the last page", async () => {
    const go = vi.fn();
    render(<Pagination page={61} pages={61} total={1204} limit={20} onPage={go} />);
    expect(screen.getByText("1,201–1,204 of 1,204")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(go).not.toHaveBeenCalled();
  });
});

describe("Tabs", () => {
  it("move with the arrow keys, and show one panel", async () => {
    const tabs = [
      { value: "all", label: "All", count: 12 },
      { value: "overdue", label: "Overdue" },
    ] as const;
    function Shown() {
      const [value, setValue] = useState<(typeof tabs)[number]["value"]>("all");
      return (
        <Tabs label="Status" value={value} onValueChange={setValue} tabs={tabs}>
          <p>panel of {value}</p>
        </Tabs>
      );
    }
    render(<Shown />);
    await user.tab();
    expect(screen.getByRole("tab", { name: "All 12" })).toHaveFocus();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(screen.getByRole("tab", { name: "Overdue" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("tabpanel")).toHaveTextContent("panel of overdue");
  });
});

/** A button, and the layer that it opens. */
function Opener({ layer }: { layer: (open: boolean, set: (open: boolean) => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {layer(open, setOpen)}
    </>
  );
}

describe.each([
  ["Dialog", Dialog],
  ["SidePanel", SidePanel],
])("%s", (_name, Layer) => {
  const render_ = () =>
    render(
      <Opener
        layer={(open, set) => (
          <Layer open={open} onOpenChange={set} title="Edit Dune" description="Its record">
            <TextInput label="Title" />
          </Layer>
        )}
      />,
    );

  it("has a name and a description, and focuses its first field", async () => {
    render_();
    await user.click(screen.getByRole("button", { name: "Open" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit Dune" });
    expect(dialog).toHaveAccessibleDescription("Its record");
    await waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus());
  });

  it.each([
    ["Escape", () => user.keyboard("{Escape}")],
    ["its button", () => user.click(screen.getByRole("button", { name: "Close" }))],
  ])("is closed by %s, and returns the focus", async (_how, close) => {
    render_();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("dialog");
    await close();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });
});

describe("a Dialog that only its footer closes", () => {
  it("ignores Escape and presses outside, and has no other button", async () => {
    render(
      <Opener
        layer={(open, set) => (
          <Dialog
            open={open}
            onOpenChange={set}
            footerCloses
            title="Save Your Codes"
            footer={<Button onClick={() => set(false)}>I have saved them</Button>}
          >
            abcde-fghij
          </Dialog>
        )}
      />,
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    const dialog = await screen.findByRole("dialog", { name: "Save Your Codes" });
    await user.keyboard("{Escape}");
    await user.click(document.body);
    expect(within(dialog).getAllByRole("button")).toHaveLength(1);
    await user.click(within(dialog).getByRole("button", { name: "I have saved them" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });
});

describe("TextInput", () => {
  it("marks a value to copy neither as optional nor as required", () => {
    render(<TextInput label="Link" readOnly optional value="https://library.example/" />);
    const link = screen.getByRole("textbox", { name: "Link" });
    expect(link).not.toHaveAttribute("aria-required");
  });

  it("marks a filter neither as optional nor as required", () => {
    render(<TextInput label="From" unmarked />);
    expect(screen.getByLabelText("From")).not.toHaveAttribute("aria-required");
  });
});

describe("AlertDialog", () => {
  it("focuses Cancel, and runs the action with the other button", async () => {
    const archive = vi.fn();
    render(
      <Opener
        layer={(open, set) => (
          <AlertDialog
            open={open}
            onOpenChange={set}
            title="Archive Dune?"
            text="It can be restored."
            confirm="Archive book"
            onConfirm={archive}
          />
        )}
      />,
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("alertdialog", { name: "Archive Dune?" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Archive book" }));
    expect(archive).toHaveBeenCalledOnce();
  });
});

describe("messages", () => {
  it("about a failure are announced, and can take the focus", () => {
    render(
      <Banner tone="danger" focus>
        Invalid email or password
      </Banner>,
    );
    expect(screen.getByRole("alert")).toHaveFocus();
  });

  it("of other kinds are announced politely", () => {
    render(<Banner tone="success">Saved</Banner>);
    expect(screen.getByRole("status")).toHaveTextContent("Saved");
  });

  it("offer to retry, and have a default text without one from the server", async () => {
    const retry = vi.fn();
    render(<ErrorState title="Failed to load borrowings." onRetry={retry} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Check your connection, then try again.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe("FilterChip", () => {
  it("has the name of the filter in its button", async () => {
    const remove = vi.fn();
    render(<FilterChip label="Category" value="Fiction" onRemove={remove} />);
    await user.click(screen.getByRole("button", { name: "Remove filter: Category Fiction" }));
    expect(remove).toHaveBeenCalledOnce();
  });
});

describe("ThemeToggle", () => {
  it("shows the same choice in two toggles on a page", async () => {
    render(
      <>
        <ThemeToggle />
        <ThemeToggle />
      </>,
    );
    const [first] = screen.getAllByRole("radio", { name: "Dark" });
    if (first) await user.click(first);
    for (const radio of screen.getAllByRole("radio", { name: "Dark" })) expect(radio).toBeChecked();
    expect(document.documentElement.dataset.theme).toBe("dark");
  });
});
