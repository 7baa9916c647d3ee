import { randomBytes } from "node:crypto";

/** The part of a list's response beside its rows. */
export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
}

/** A successful response in the API's envelope. */
export interface Answer<T> {
  success: true;
  message?: string;
  data: T;
  pagination?: Pagination;
}

export interface User {
  _id: string;
  name: string;
  email: string;
  role: "student" | "admin";
  studentId: string | null;
}

export interface Book {
  _id: string;
  title: string;
  author: string;
  category: string;
  availableCopies: number;
  totalCopies: number;
  borrowingPeriod: number;
  rating: { average: number; count: number };
}

/** The optional fields of a new book. */
export interface BookFields {
  title: string;
  author: string;
  category: string;
  description: string;
  isbn: string;
  publisher: string;
  language: string;
  publishedYear: number;
  editionStatement: string;
  pages: number;
  /** Days. */
  borrowingPeriod: number;
  details: { subjects: { heading: string }[] };
}

export interface Borrowing {
  _id: string;
  book: { _id: string; title: string; author: string };
  user: { _id: string; name: string; email: string };
  copy: { barcode: string };
  status: "active" | "overdue" | "returned";
  /** An instant, RFC 3339 in UTC. */
  borrowedDate: string;
  /** The due day in the library's zone, `YYYY-MM-DD`. */
  dueOn: string;
  /** The number of renewals left. */
  renewalsLeft: number;
  returnedDate: string | null;
  /** Dollars. */
  fineAmount: number;
  /** The unpaid part of the charged fine, in dollars. */
  fineOutstanding: number;
  finePaid: boolean;
}

export interface Stats {
  totalUsers: number;
  totalBooks: number;
  totalBorrowings: number;
  overdueBooks: number;
  mostBorrowedBooks: { count: number; book: Pick<Book, "_id" | "title" | "author"> }[];
}

export interface Library {
  name: string;
  /** IANA name. */
  timeZone: string;
  demo: { admin: Credentials; student: Credentials } | null;
}

export interface Credentials {
  email: string;
  password: string;
}

/** A person with an account, signed in through the API. */
export interface Person extends Credentials {
  id: string;
  name: string;
  role: User["role"];
  token: string;
}

/** An unsuccessful response of the API. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(`${status} ${code}: ${message}`);
  }
}

/**
 * Calls the API for a journey: to create data that the journey needs (an account, a book, a
 * borrowing), and to read what the screens should show.
 */
export class Api {
  constructor(
    private readonly address: string,
    private readonly token?: string,
  ) {}

  /** The same API, called as this person. */
  as(person: Pick<Person, "token">): Api {
    return new Api(this.address, person.token);
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers: Record<string, string> = {};
    if (this.token !== undefined) headers.authorization = `Bearer ${this.token}`;
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    const response = await fetch(`${this.address}/api${path}`, init);
    const answer = (await response.json()) as
      | Answer<T>
      | { success: false; code: string; message: string };
    if (!answer.success) throw new Refusal(response.status, answer.code, answer.message);
    return answer;
  }

  /** The data of the response to a GET. */
  async get<T>(path: string): Promise<T> {
    return (await this.request<T>("GET", path)).data;
  }

  /** The total number of rows of a list. */
  async count(path: string): Promise<number> {
    const { pagination } = await this.request<unknown[]>("GET", path);
    if (pagination === undefined) throw new Error(`${path} answers no pagination`);
    return pagination.total;
  }

  library(): Promise<Library> {
    return this.get<Library>("/library");
  }

  async signIn(credentials: Credentials): Promise<Person> {
    const { data } = await this.request<{ user: User; token: string }>("POST", "/auth/login", {
      email: credentials.email,
      password: credentials.password,
    });
    return person(data.user, credentials.password, data.token);
  }

  /** Signs in with one of the two accounts of the demo. */
  async signInToDemo(who: "admin" | "student"): Promise<Person> {
    const { demo } = await this.library();
    if (demo === null) throw new Error("the server does not run with --demo");
    return this.signIn(demo[who]);
  }

  /** Registers a new student, without borrowings, history or fines. */
  async registerStudent(): Promise<Person> {
    const mark = randomBytes(5).toString("hex");
    const password = "Reading1";
    const { data } = await this.request<{ user: User; token: string }>("POST", "/auth/register", {
      name: `Reader ${mark}`,
      email: `reader-${mark}@students.example`,
      password,
      confirmPassword: password,
      agreeTerms: true,
    });
    return person(data.user, password, data.token);
  }

  /** Adds a book that no other journey uses. Needs an administrator. */
  async addBook(copies: number, fields: Partial<BookFields> = {}): Promise<Book> {
    const mark = randomBytes(5).toString("hex");
    const { data } = await this.request<Book>("POST", "/books", {
      title: `Field Notes ${mark}`,
      author: "The Cataloguers",
      category: "Reference",
      language: "English",
      description: "A notebook for the staff of this library.",
      copies,
      ...fields,
    });
    return data;
  }

  /** Adds copies with these barcodes to a book. Needs an administrator. */
  async addCopies(book: Pick<Book, "_id">, barcodes: readonly string[]): Promise<void> {
    const copies = barcodes.map((barcode) => ({ barcode }));
    await this.request("POST", `/books/${book._id}/copies`, { copies });
  }

  /** Sends a file of books, which the server then checks. Needs an administrator. Returns the id of the import. */
  async sendBooks(name: string, file: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.token ?? ""}` };
    const init = { method: "POST", headers, body: file };
    const response = await fetch(`${this.address}/api/imports?name=${name}`, init);
    return ((await response.json()) as Answer<{ _id: string }>).data._id;
  }

  async borrow(book: Pick<Book, "_id">): Promise<Borrowing> {
    return (await this.request<Borrowing>("POST", `/borrowings/${book._id}`)).data;
  }

  /** Returns a book. Needs an administrator. */
  async giveBack(borrowing: Pick<Borrowing, "_id">): Promise<Borrowing> {
    return (await this.request<Borrowing>("PUT", `/admin/borrowings/${borrowing._id}/return`)).data;
  }
}

function person(user: User, password: string, token: string): Person {
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    role: user.role,
    password,
    token,
  };
}
