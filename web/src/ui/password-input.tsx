import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { controlStyle } from "./control-style.ts";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface PasswordInputProps
  extends Omit<ComponentProps<"input">, "className" | "id" | "type" | "size"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  size?: "line" | "tall";
  /** The id of another element that describes the field, such as the list of rules. */
  describedBy?: string | undefined;
}

/** A password with a show/hide toggle and a hint while Caps Lock is on. */
export function PasswordInput({
  label,
  hint,
  error,
  size,
  describedBy,
  ...rest
}: PasswordInputProps) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Field
      label={label}
      error={error}
      hint={capsLock ? t("common.capsLock") : hint}
      describedBy={describedBy}
    >
      {(control) => (
        <div className="relative [&>input]:pe-12">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...rest}
            {...control}
            type={visible ? "text" : "password"}
            className={controlStyle({ shape: size })}
            onKeyUp={(event) => setCapsLock(event.getModifierState("CapsLock"))}
            onBlur={(event) => {
              setCapsLock(false);
              rest.onBlur?.(event);
            }}
          />
          <div
            className={`absolute inset-y-0 grid place-items-center ${size === "tall" ? "end-1" : "end-0"}`}
          >
            <IconButton
              label={visible ? t("common.hidePassword") : t("common.showPassword")}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
            >
              {visible ? <EyeOff /> : <Eye />}
            </IconButton>
          </div>
        </div>
      )}
    </Field>
  );
}
