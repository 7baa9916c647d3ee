import type {
  NewPasskeyForm,
  PasskeyChallenge,
  PasskeyOptions,
  PresentedPasskey,
} from "./shapes.ts";

/** Milliseconds for which the browser waits for the person. */
const TIMEOUT_MS = 120_000;

/** Whether this browser and this address support passkeys: browsers do not bind them to an IP address. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    // Without this method, reading a new passkey needs a parser for its binary form.
    "getPublicKey" in AuthenticatorAttestationResponse.prototype
  );
}

/** The passkeys of an account that can be used on this site. */
export function passkeysHere(passkeys: PasskeyChallenge["passkeys"]): PasskeyChallenge["passkeys"] {
  return supportsPasskeys() ? passkeys.filter(({ site }) => site === location.hostname) : [];
}

/**
 * Asks the browser to create a passkey.
 *
 * @returns null if the person cancels, or if the authenticator already has one
 */
export async function createPasskey(
  options: PasskeyOptions,
  name: string,
): Promise<NewPasskeyForm | null> {
  const made = await orNull(
    navigator.credentials.create({
      publicKey: {
        challenge: utf8(options.challenge),
        rp: { id: options.site, name: options.library },
        user: { id: utf8(options.userId), name: options.email, displayName: options.name },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: options.credentialIds.map(descriptor),
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        attestation: "none",
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(made instanceof PublicKeyCredential)) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (!publicKey) return null;
  return {
    challenge: options.challenge,
    name,
    clientData: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.getAuthenticatorData()),
    publicKey: base64url(publicKey),
  };
}

/**
 * Asks the browser to sign the challenge with one of these passkeys.
 *
 * @returns null when the person cancels
 */
export async function presentPasskey({
  challenge,
  passkeys,
}: PasskeyChallenge): Promise<PresentedPasskey | null> {
  const presented = await orNull(
    navigator.credentials.get({
      publicKey: {
        challenge: utf8(challenge),
        rpId: location.hostname,
        allowCredentials: passkeysHere(passkeys).map(({ credentialId }) =>
          descriptor(credentialId),
        ),
        userVerification: "preferred",
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(presented instanceof PublicKeyCredential)) return null;
  const response = presented.response as AuthenticatorAssertionResponse;
  return {
    credentialId: base64url(presented.rawId),
    clientData: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.authenticatorData),
    signature: base64url(response.signature),
  };
}

/** Browsers throw a DOMException when the person cancels or takes too long. */
async function orNull(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function descriptor(id: string): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: fromBase64url(id) };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Bytes in base64url without padding. */
export function base64url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a text in base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
