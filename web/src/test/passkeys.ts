import { vi } from "vitest";

/** Simulates a browser with passkeys at the address `localhost`. */
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
