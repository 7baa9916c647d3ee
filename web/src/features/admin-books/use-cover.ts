import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors.ts";
import type { BookDetail } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";
import { useUploadCover } from "./queries.ts";

/** The largest picture that the server takes, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** What becomes of the cover when the form is saved: it is replaced by a picture, or removed. */
type CoverChange = File | "removed";

/** The uploaded cover of a book whose editor is open. Like the fields of the form, it changes when the form is saved. */
export interface BookCover {
  /** The address of the cover as it will be, of a picture that is not uploaded yet too; null when there is none. */
  src: string | null;
  /** The change that is not saved yet. */
  change: CoverChange | null;
  /** Whether the book has an uploaded cover, which can be kept in place of the change. */
  isStored: boolean;
  /** The sent share of a picture, from 0 to 1; null while none is sent. */
  share: number | null;
  problem: string | null;
  choose: (file: File) => void;
  remove: () => void;
  /** Forgets the change. */
  keep: () => void;
  /** Stops the upload, which then fails. */
  stop: () => void;
  /**
   * Uploads a picture to the stored book. A removal is part of its record.
   *
   * @param basedOn the `updatedAt` of the book that the person has seen; undefined to replace the cover of others
   * @throws CoverFailure
   */
  upload: (basedOn: string | undefined) => Promise<void>;
  /** Uploads the picture to the book that was added; a failure is shown, and the book stays. */
  uploadTo: (bookId: string) => Promise<void>;
}

/** The failure to upload a cover, for `refused` of the form that saves it. */
export class CoverFailure extends ApiError {}

/** The cover of a stored book, or with null that of a new one. */
export function useCover(book: BookDetail | null): BookCover {
  const { t } = useTranslation();
  const upload = useUploadCover();
  const [change, setChange] = useState<CoverChange | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [saved, setSaved] = useState<{ src: string | null; updatedAt: string } | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => {
    if (!(change instanceof File)) return;
    const address = URL.createObjectURL(change);
    setPreview(address);
    return () => {
      URL.revokeObjectURL(address);
      setPreview(null);
    };
  }, [change]);

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
  const changeTo = (next: CoverChange | null, words: string | null = null) => {
    if (current.current) return;
    setChange(next);
    setProblem(words);
  };

  // A cover may be saved before the record of its book is refused; a later record of the book has those of others.
  const shown = saved && book && saved.updatedAt >= book.updatedAt ? saved.src : book?.coverImage;
  const stored = isUploaded(shown) ? shown : null;
  return {
    src: change === null ? stored : change === "removed" ? null : preview,
    change,
    isStored: stored !== null,
    share,
    problem,
    choose: (file) => {
      const isOther = file.type !== "" && !file.type.startsWith("image/");
      if (file.size > MAX_BYTES) changeTo(change, t("admin.books.cover.tooLarge"));
      else if (isOther) changeTo(change, t("admin.books.cover.notAnImage"));
      else changeTo(file);
    },
    remove: () => changeTo(stored === null ? null : "removed"),
    keep: () => changeTo(null),
    stop: () => current.current?.abort(),
    upload: async (basedOn) => {
      if (!book || !(change instanceof File)) return;
      try {
        const { data } = await send(book._id, change, basedOn);
        setSaved({ src: data.coverImage, updatedAt: data.updatedAt });
        changeTo(null);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const reason = reasonOf(error, "");
        throw new CoverFailure({
          status: error.status,
          code: error.code,
          message:
            error.code === "book_changed"
              ? t("admin.books.cover.changedMeanwhile")
              : t("admin.books.cover.failedBefore", { reason }).trim(),
        });
      }
    },
    uploadTo: async (bookId) => {
      if (!(change instanceof File)) return;
      try {
        await send(bookId, change, undefined);
      } catch (error) {
        const reason = reasonOf(error, t("admin.books.cover.failed"));
        notify.error(t("admin.books.cover.failedAfterAdd", { reason }));
      }
    },
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
