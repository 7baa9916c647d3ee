import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { BookCard, BookRow } from "@/parts/books/book-card.tsx";
import { DueMeter } from "@/parts/borrowings/due-meter.tsx";
import { Badge, StatusBadge, type Tone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section, StatTile } from "@/ui/card.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { Rating } from "@/ui/rating.tsx";
import { Shelf } from "@/ui/shelf.tsx";
import { BOOKS } from "./samples.ts";
import { Chapter, Row, Specimen } from "./specimen.tsx";

const TONES: readonly Tone[] = [
  "neutral",
  "primary",
  "success",
  "warning",
  "danger",
  "info",
  "brass",
];
const HERE = "/dev/kit";

/** Books and the components that describe them. */
export function Books() {
  return (
    <Chapter title="Books">
      <Specimen name="Badge, StatusBadge, AvailabilityBadge, Rating">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          <StatusBadge status="active" />
          <StatusBadge status="overdue" />
          <StatusBadge status="returned" />
        </Row>
        <Row>
          <AvailabilityBadge available={3} total={5} />
          <AvailabilityBadge available={1} total={5} />
          <AvailabilityBadge available={0} total={5} />
          <AvailabilityBadge available={0} total={5} nextDue="2024-01-05" />
          <AvailabilityBadge available={2} total={5} mineUntil="2024-01-05" />
          <AvailabilityBadge available={2} total={5} mineUntil="2999-01-05" />
          <AvailabilityBadge available={0} total={0} />
        </Row>
        <Row>
          <Rating average={0} count={0} />
          <Rating average={4.4} count={1} />
          <Rating average={3.6} count={128} full />
        </Row>
      </Specimen>
      <Specimen name="DueMeter: early, soon, today, late">
        <div className="grid gap-5 sm:grid-cols-4">
          {["2024-01-02", "2024-01-13", "2024-01-15", "2024-01-20"].map((today) => (
            <DueMeter key={today} from="2024-01-01" dueOn="2024-01-15" today={today} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Cover: filling its place, in a row, its own picture missing">
        <div className="flex flex-wrap items-end gap-5">
          {BOOKS.slice(0, 3).map((book) => (
            <div key={book._id} className="w-32">
              <Cover title={book.title} author={book.author} category={book.category} />
            </div>
          ))}
          <Cover size="row" title="Dune" author="Frank Herbert" category="Fiction" />
          <div className="w-32">
            <Cover title="A picture that fails" author="Nobody" category="Art" src="/nowhere.jpg" />
          </div>
        </div>
      </Specimen>
      <Specimen name="BookCard">
        <div className="book-grid">
          {BOOKS.map((book, index) => (
            <BookCard
              key={book._id}
              book={book}
              to={HERE}
              headingLevel={3}
              meta={<AvailabilityBadge available={index} total={5} />}
              actions={
                <Button disabledReason={index === 0 ? "All copies are out." : null}>Borrow</Button>
              }
            />
          ))}
        </div>
      </Specimen>
      <Specimen name="BookRow">
        <Card>
          <div className="flex flex-col gap-5">
            {BOOKS.slice(0, 3).map((book) => (
              <BookRow
                key={book._id}
                book={book}
                to={HERE}
                meta={<Rating average={4.2} count={12} />}
                end={<StatusBadge status="active" />}
              />
            ))}
          </div>
        </Card>
      </Specimen>
      <Section title="Shelf">
        <Shelf label="A shelf of books">
          {[...BOOKS, ...BOOKS].map((book, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same books twice, in a fixed order
            <BookCard key={index} book={book} to={HERE} />
          ))}
        </Shelf>
      </Section>
      <Specimen name="StatTile">
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <StatTile label="Books Borrowed" value="3" note="Next due Jan 5" to={HERE} />
          <StatTile label="Overdue Books" value="1" tone="danger" to={HERE} />
          <StatTile label="Total History" value="1,204" />
          <StatTile label="Fines" value="$12.50" />
        </div>
      </Specimen>
    </Chapter>
  );
}
