import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import type { BookDetail } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";
import { useRemoveCover, useUploadCover } from "./queries.ts";

/** The largest picture that the server takes, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The uploaded cover of a book whose editor is open. */
export interface BookCover {
  /** The address of the cover, or of a picture that waits until its new book is added. */
  src: string | null;
  /** The picture that waits. */
  waiting: File | null;
  /** The sent share of a picture, from 0 to 1; null while none is sent. */
  share: number | null;
  isRemoving: boolean;
  problem: string | null;
  /** Uploads a picture; that of a new book waits. */
  choose: (file: File) => void;
  stop: () => void;
  /** Removes the cover; true once it is removed. */
  remove: () => Promise<boolean>;
  /** Uploads the picture that waits to the book that was added. */
  uploadTo: (bookId: string) => Promise<void>;
  /** Forgets the picture that waits. */
  clear: () => void;
}

/** The cover of a stored book, or with null that of a new one. */
export function useCover(book: BookDetail | null): BookCover {
  const { t } = useTranslation();
  const upload = useUploadCover();
  const removal = useRemoveCover(book?._id ?? "");
  const [waiting, setWaiting] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [saved, setSaved] = useState<{ src: string | null; updatedAt: string } | null>(null);
  // Undefined after a conflict: the next picture replaces the cover of the others.
  const [basedOn, setBasedOn] = useState<string | undefined>(book?.updatedAt);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => {
    if (!waiting) return;
    const address = URL.createObjectURL(waiting);
    setPreview(address);
    return () => {
      URL.revokeObjectURL(address);
      setPreview(null);
    };
  }, [waiting]);

  const send = async (bookId: string, file: File, updatedAt: string | undefined) => {
    const controller = new AbortController();
    current.current = controller;
    setShare(0);
    try {
      const { signal } = controller;
      return await upload.mutateAsync({
        bookId,
        file,
        basedOn: updatedAt,
        onProgress: setShare,
        signal,
      });
    } finally {
      current.current = null;
      setShare(null);
    }
  };
  const fail = (error: unknown, words: string) => {
    if (error instanceof ApiError && error.code === "aborted") return;
    if (error instanceof ApiError && error.code === "book_changed") {
      setBasedOn(undefined);
      setProblem(t("admin.books.cover.changedMeanwhile"));
      return;
    }
    setProblem(reasonOf(error, words));
  };
  const took = (answer: { data: { coverImage: string | null; updatedAt: string } }) => {
    const { coverImage, updatedAt } = answer.data;
    setSaved({ src: coverImage, updatedAt });
    setBasedOn(updatedAt);
  };

  const choose = async (file: File) => {
    if (current.current || removal.isPending) return;
    setProblem(null);
    if (file.size > MAX_BYTES) return setProblem(t("admin.books.cover.tooLarge"));
    if (file.type !== "" && !file.type.startsWith("image/")) {
      return setProblem(t("admin.books.cover.notAnImage"));
    }
    if (!book) return setWaiting(file);
    try {
      took(await send(book._id, file, basedOn));
      notify.success(t("admin.books.cover.saved"));
    } catch (error) {
      fail(error, t("admin.books.cover.failed"));
    }
  };
  const remove = async () => {
    setProblem(null);
    if (!book) {
      setWaiting(null);
      return true;
    }
    try {
      took(await removal.mutateAsync(basedOn));
      notify.success(t("admin.books.cover.removed"));
      return true;
    } catch (error) {
      fail(error, t("admin.books.cover.removeFailed"));
      return false;
    }
  };
  // Own uploads are shown at once; a later record of the book has those of others.
  const shown = saved && book && saved.updatedAt >= book.updatedAt ? saved.src : book?.coverImage;
  return {
    src: book ? (isUploaded(shown) ? shown : null) : preview,
    waiting,
    share,
    isRemoving: removal.isPending,
    problem,
    choose: (file) => void choose(file),
    stop: () => current.current?.abort(),
    remove,
    uploadTo: async (bookId) => {
      if (!waiting) return;
      try {
        await send(bookId, waiting, undefined);
      } catch (error) {
        const reason = reasonOf(error, t("admin.books.cover.failed"));
        notify.error(t("admin.books.cover.failedAfterAdd", { reason }));
      }
    },
    clear: () => setWaiting(null),
  };
}

/** The message about a picture: that of its field, or of the failure. */
function reasonOf(error: unknown, words: string): string {
  const field = error instanceof ApiError ? error.errors[0]?.message : undefined;
  return field ?? messageOf(error, words);
}

/** Whether an address is that of an uploaded cover. */
export function isUploaded(address: string | null | undefined): address is string {
  return /^\/covers\/[\da-f]{32}$/u.test(address ?? "");
}
