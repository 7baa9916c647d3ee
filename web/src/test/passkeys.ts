import { vi } from "vitest";

/** A browser with passkeys, at the address `localhost`. */
export function supportPasskeys() {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal(
    "AuthenticatorAttestationResponse",
    class {
      getPublicKey() {
        return null;
      }
    },
  );
}
