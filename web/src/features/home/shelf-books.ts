/** A book on the home page's shelf, and its position. */
interface ShelfBook {
  title: string;
  author: string;
  category: string;
  /** The width, which determines the height of a 2:3 cover, and the direction in which it leans. */
  stance: string;
}

const LEFT = "origin-bottom-left lg:ms-3";
const RIGHT = "origin-bottom-right lg:me-3";

/** Two boards of four books; the books at the ends lean on the upright ones. Titles and names are not translated. */
export const SHELF: readonly (readonly ShelfBook[])[] = [
  [
    {
      title: "The Tale of Genji",
      author: "Murasaki Shikibu",
      category: "Fiction",
      stance: `lg:w-[23%] rotate-4 ${RIGHT}`,
    },
    {
      title: "A Brief History of Time",
      author: "Stephen Hawking",
      category: "Physics",
      stance: "lg:w-[25%]",
    },
    {
      title: "The Living Mountain",
      author: "Nan Shepherd",
      category: "Environment and Geography",
      stance: "lg:w-[21%]",
    },
    {
      title: "The Fractal Geometry of Nature",
      author: "Benoit B. Mandelbrot",
      category: "Mathematics",
      stance: `lg:w-[23%] -rotate-5 ${LEFT}`,
    },
  ],
  [
    {
      title: "Meditations",
      author: "Marcus Aurelius",
      category: "Philosophy",
      stance: "lg:w-[22%]",
    },
    {
      title: "Frankenstein; or, The Modern Prometheus",
      author: "Mary Shelley",
      category: "Science Fiction and Fantasy",
      stance: `lg:w-[24%] -rotate-6 ${LEFT}`,
    },
    {
      title: "The Odyssey",
      author: "Homer",
      category: "Poetry and Drama",
      stance: `lg:w-[22%] rotate-3 ${RIGHT}`,
    },
    {
      title: "The Hound of the Baskervilles",
      author: "Arthur Conan Doyle",
      category: "Mystery",
      stance: "lg:w-[24%]",
    },
  ],
];
