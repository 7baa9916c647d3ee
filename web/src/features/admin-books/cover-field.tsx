import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import type { BookCover } from "./use-cover.ts";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif";

interface CoverFieldProps {
  cover: BookCover;
  title: string;
  author: string;
  category: string;
  /** Whether the book is not added yet. */
  isNew: boolean;
  /** The entered address of a cover, which is shown when none is uploaded. */
  address: string | null;
}

/** Shows the cover of a book, and takes a picture by a button, by dropping or by pasting. */
export function CoverField({ cover, title, author, category, isNew, address }: CoverFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) cover.choose(file);
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    // A text is pasted into the field that has the focus.
    if (!file?.type.startsWith("image/")) return;
    event.preventDefault();
    cover.choose(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  // Where the book has a cover, a change of it can be taken back.
  const isKept = cover.change !== null && cover.isStored;
  const hint =
    cover.change === null
      ? "admin.books.cover.hint"
      : cover.change === "removed"
        ? "admin.books.cover.removedOnSave"
        : isNew
          ? "admin.books.cover.waits"
          : "admin.books.cover.waitsForSave";
  return (
    <fieldset
      className={`flex items-start gap-4 rounded-card border border-dashed p-4 transition-colors ${isOver ? "border-primary bg-primary-soft" : "border-line-strong"}`}
      aria-describedby={`${id}-hint`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <legend className="sr-only">{t("admin.books.cover.legend")}</legend>
      <div className="w-24 shrink-0 max-sm:w-20">
        {title.trim() === "" && !cover.src ? (
          <div className="aspect-2/3 rounded-control border border-line-strong border-dashed" />
        ) : (
          <Cover
            title={title}
            author={author}
            category={category}
            src={cover.src ?? address}
            decorative
          />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          aria-label={t("admin.books.cover.file")}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files);
            target.value = "";
          }}
        />
        {cover.share === null ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              type="button"
              variant="secondary"
              onClick={() => input.current?.click()}
            >
              <FileUp aria-hidden="true" />
              {t(cover.src ? "admin.books.cover.replace" : "admin.books.cover.upload")}
            </Button>
            {cover.src || cover.change ? (
              <Button
                type="button"
                variant="ghost"
                onClick={() => {
                  if (isKept) cover.keep();
                  else cover.remove();
                  button.current?.focus();
                }}
              >
                {t(isKept ? "admin.books.cover.keep" : "admin.books.cover.remove")}
              </Button>
            ) : null}
          </div>
        ) : (
          <div className="flex w-full flex-col gap-2">
            <ProgressBar label={t("admin.books.cover.uploading")} share={cover.share} />
            <Button type="button" variant="ghost" onClick={cover.stop}>
              {t("admin.books.cover.stop")}
            </Button>
          </div>
        )}
        <p id={`${id}-hint`} className="text-muted text-sm">
          {t(hint)}
        </p>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {cover.problem}
        </p>
      </div>
    </fieldset>
  );
}
