import { describe, expect, it } from "vitest";
import { base64url, fromBase64url, passkeysHere, supportsPasskeys } from "./passkeys.ts";

describe("bytes in base64url", () => {
  it("have neither padding nor characters that are reserved in URLs", () => {
    const bytes = new Uint8Array([251, 255, 190, 0, 62, 63, 64]);
    const text = base64url(bytes.buffer);
    expect(text).toBe("-_--AD4_QA");
    expect([...fromBase64url(text)]).toEqual([...bytes]);
  });
});

describe("a browser without WebAuthn", () => {
  it("offers no passkeys", () => {
    expect(supportsPasskeys()).toBe(false);
    expect(passkeysHere([{ credentialId: "AA", site: location.hostname }])).toEqual([]);
  });
});
