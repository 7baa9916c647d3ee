import { BookOpen, Pencil, Trash2 } from "lucide-react";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Menu } from "@/ui/menu.tsx";
import { Spinner } from "@/ui/spinner.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";
import { Chapter, Row, Specimen } from "./specimen.tsx";

const VARIANTS = ["primary", "secondary", "soft", "ghost", "danger"] as const;
const nothing = () => {};

/** Buttons and links. */
export function Actions() {
  return (
    <Chapter title="Actions">
      <Specimen name="Button: variants">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button: pending">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} pending>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button: cannot be pressed, and says why">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} disabledReason="All copies are out.">
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button: sizes, with an icon, as a link">
        <Row>
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
          <Button size="lg">Large</Button>
          <Button variant="secondary">
            <BookOpen aria-hidden="true" />
            With an icon
          </Button>
          <ButtonLink to="/dev/kit" variant="soft">
            A link
          </ButtonLink>
        </Row>
      </Specimen>
      <Specimen name="IconButton, TextLink, Kbd, Spinner, ThemeToggle">
        <Row>
          <IconButton label="Edit Dune">
            <Pencil />
          </IconButton>
          <IconButton label="Withdraw Dune" aria-disabled>
            <Trash2 />
          </IconButton>
          <TextLink to="/dev/kit">A link in a sentence</TextLink>
          <Kbd>g</Kbd>
          <Spinner size={16} label="Loading a little" />
          <Spinner size={32} label="Loading a lot" />
          <ThemeToggle />
        </Row>
      </Specimen>
      <Specimen name="Menu">
        <Row>
          <Menu
            header="What the menu is about"
            trigger={
              <button
                type="button"
                className="h-9 rounded-control border border-line-strong px-4 text-md touch:h-11"
              >
                Open the menu
              </button>
            }
            items={[
              {
                label: "Something to do",
                icon: <Pencil aria-hidden="true" />,
                onSelect: nothing,
              },
              "separator",
              { label: "Somewhere to go", icon: <BookOpen aria-hidden="true" />, to: "/dev/kit" },
            ]}
          />
        </Row>
      </Specimen>
    </Chapter>
  );
}
