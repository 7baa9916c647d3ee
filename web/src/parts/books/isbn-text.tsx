import { useEffect, useState } from "react";
import { hyphenateIsbn } from "@/lib/isbn.ts";

/** An ISBN with its hyphens; without them until the table of ranges is loaded. */
export function IsbnText({ isbn }: { isbn: string }) {
  const [hyphenated, setHyphenated] = useState(isbn);
  useEffect(() => {
    let current = true;
    hyphenateIsbn(isbn).then(
      (text) => {
        if (current) setHyphenated(text);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [isbn]);
  return <span className="tabular wrap-anywhere">{hyphenated}</span>;
}
