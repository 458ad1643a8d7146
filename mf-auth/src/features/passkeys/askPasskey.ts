import type { PasskeyProof } from '@ezdash/contracts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** The person did not go through with it, or has no passkey for this place: browsers do not tell which. */
export class PasskeyNotUsedError extends Error {
  override name = 'PasskeyNotUsedError';
}

/** Another question took the place of this one, or the page has gone: nobody has to be told. */
export class PasskeyReplacedError extends Error {
  override name = 'PasskeyReplacedError';
}

type Library = typeof import('@simplewebauthn/browser');
let library: Promise<Library> | null = null;

/** Only who uses a passkey loads what it takes. A failure may be tried again. */
function load(): Promise<Library> {
  library ??= import('@simplewebauthn/browser').catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether the browser offers passkeys among what it fills in. */
export async function autofillSupported(): Promise<boolean> {
  if (!passkeysSupported()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Has the browser ask for a passkey; with `autofill` in the list under the e-mail's field, for as long as the page is
 * there.
 * @throws PasskeyNotUsedError, PasskeyReplacedError, or what kept the code from loading
 */
export async function askPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  { autofill = false } = {},
): Promise<PasskeyProof['response']> {
  const { startAuthentication } = await load();
  try {
    const { clientExtensionResults, ...answer } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: autofill,
    });
    return { ...answer, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw name === 'AbortError' ? new PasskeyReplacedError() : new PasskeyNotUsedError();
  }
}

/** Takes back a question that still waits. */
export function stopAsking(): void {
  library?.then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  );
}
