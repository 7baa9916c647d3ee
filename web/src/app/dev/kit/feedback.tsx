import { SearchX } from "lucide-react";
import { Avatar } from "@/ui/avatar.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { BookGridSkeleton, BookRowsSkeleton, TextSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { Chapter, Row, Specimen } from "./specimen.tsx";

const nothing = () => {};

/** Loading, empty and failed states, and messages. */
export function Feedback() {
  return (
    <Chapter title="Feedback">
      <Specimen name="Banner">
        <div className="flex flex-col gap-3">
          <Banner tone="danger">Invalid email or password</Banner>
          <Banner tone="warning">Two books are due tomorrow.</Banner>
          <Banner tone="success">Everything is back.</Banner>
          <Banner
            tone="info"
            action={
              <Button size="sm" variant="secondary">
                Show
              </Button>
            }
          >
            Offline. What you see is from 14:02.
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Toast">
        <Row>
          <Button variant="secondary" onClick={() => notify.success("Book borrowed successfully!")}>
            Success
          </Button>
          <Button
            variant="secondary"
            onClick={() => notify.error("Server error. Please try again later.")}
          >
            Error
          </Button>
          <Button variant="secondary" onClick={() => notify.info("The list is up to date.")}>
            Information
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              notify.success("Book returned successfully!", {
                detail: "Dune\nAmara Okafor · Copy 0000123\nFine: $1.25",
                actions: [
                  { label: "Undo", run: () => notify.success("Return undone", { detail: "Dune" }) },
                  { label: "Record payment", run: nothing },
                ],
              })
            }
          >
            Actions
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Skeletons">
        <div className="grid gap-8 sm:grid-cols-2">
          <BookRowsSkeleton />
          <TextSkeleton lines={5} />
        </div>
        <BookGridSkeleton count={6} />
      </Specimen>
      <Specimen name="EmptyState, ErrorState">
        <div className="grid gap-4 lg:grid-cols-3">
          <Card>
            <EmptyState
              compact
              headingLevel={3}
              title="No Active Borrowings"
              text="What you borrow shows here with its due date."
              action={<Button>Browse Books</Button>}
            />
          </Card>
          <Card>
            <EmptyState
              compact
              headingLevel={3}
              icon={<SearchX />}
              title="Nothing matches “qqq”"
              action={<Button variant="secondary">Clear Filters</Button>}
            />
          </Card>
          <Card>
            <ErrorState
              compact
              headingLevel={3}
              title="Failed to load borrowings."
              onRetry={nothing}
            />
          </Card>
        </div>
      </Specimen>
      <Specimen name="Avatar">
        <Row>
          <Avatar name="Amara Okafor" />
          <Avatar name="夏目漱石" size={40} />
          <Avatar name="Anne-Marie van der Berg" size={64} />
        </Row>
      </Specimen>
    </Chapter>
  );
}
