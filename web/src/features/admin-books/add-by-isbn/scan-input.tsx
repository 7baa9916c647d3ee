import { Camera, Search } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { canScan } from "./camera.ts";
import { CameraView } from "./camera-view.tsx";
import { isbnOf } from "./scanned.ts";

interface ScanInputProps {
  input: RefObject<HTMLInputElement | null>;
  onIsbn: (isbn: string) => void;
  /** Called for Enter on the empty field. */
  onEmpty: () => void;
}

/** The field for typed and scanned numbers, and the camera. Hand scanners type the number and Enter. */
export function ScanInput({ input, onIsbn, onEmpty }: ScanInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const [hasCamera, setHasCamera] = useState(false);
  const [camera, setCamera] = useState(false);
  useEffect(() => {
    let isGone = false;
    void canScan().then((can) => {
      if (!isGone) setHasCamera(can);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const take = (code: string) => {
    const isbn = isbnOf(code);
    setProblem(isbn === null ? t("addByIsbn.notAnIsbn") : undefined);
    if (isbn !== null) onIsbn(isbn);
    return isbn !== null;
  };
  return (
    <div className="flex flex-col gap-4">
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") {
            setProblem(undefined);
            onEmpty();
          } else if (take(text)) setText("");
          // The next scan replaces a wrong one.
          else input.current?.select();
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <TextInput
            ref={input}
            label={t("addByIsbn.isbn")}
            hint={t("addByIsbn.isbnHint")}
            unmarked
            size="tall"
            inputMode="numeric"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            dir="ltr"
            name="isbnScan"
            value={text}
            error={problem}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(undefined);
            }}
          />
        </div>
        <div className="flex gap-2 self-start sm:pt-6.5">
          <Button type="submit" size="lg">
            <Search aria-hidden="true" />
            {t("addByIsbn.lookUp")}
          </Button>
          {hasCamera && !camera ? (
            <Button variant="secondary" size="lg" onClick={() => setCamera(true)}>
              <Camera aria-hidden="true" />
              {t("addByIsbn.camera")}
            </Button>
          ) : null}
        </div>
      </form>
      {camera ? (
        <CameraView
          onCode={take}
          onClose={() => {
            setCamera(false);
            input.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}
