import { useCurrentUser } from "@/api/session/session-context.tsx";
import { storedToken } from "@/api/token.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { PasswordInput } from "@/ui/password-input.tsx";
import { Select } from "@/ui/select.tsx";

/** The caller of a call. */
export interface Caller {
  as: "session" | "token" | "nobody";
  /** A pasted access token; it is not stored. */
  token: string;
}

/** The token of a call. */
export function tokenOf({ as, token }: Caller): string {
  if (as === "token") return token.trim();
  return as === "session" ? (storedToken() ?? "") : "";
}

interface CallerChoiceProps {
  caller: Caller;
  onChange: (caller: Caller) => void;
}

/** The caller: the signed-in person, an access token, or none. */
export function CallerChoice({ caller, onChange }: CallerChoiceProps) {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const session = user
    ? [{ value: "session", label: t("apiDocs.asSession", { name: user.name }) } as const]
    : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t("apiDocs.as")}
        options={[
          ...session,
          { value: "token", label: t("apiDocs.asToken") },
          { value: "nobody", label: t("apiDocs.asNobody") },
        ]}
        value={caller.as}
        onValueChange={(as) => onChange({ ...caller, as })}
      />
      {caller.as === "token" ? (
        <PasswordInput
          label={t("apiDocs.token")}
          name="access-token"
          autoComplete="off"
          value={caller.token}
          onChange={(event) => onChange({ ...caller, token: event.target.value })}
        />
      ) : null}
    </div>
  );
}
