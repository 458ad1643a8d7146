import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** What became of asking the browser. To close its window is no failure; `known`: the device holds one already. */
export type Asked<Response> =
  | { kind: 'done'; response: Response }
  | { kind: 'cancelled' | 'known' | 'refused' };

/** Whether this browser knows passkeys at all. */
export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** A closed window and a wait that was too long have the same name, by design of the standard (WebAuthn 3, §14.5.1). */
function reasonOf(error: unknown): 'cancelled' | 'known' | 'refused' {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'refused';
}

async function ask<Response>(start: () => Promise<Response>): Promise<Asked<Response>> {
  try {
    return { kind: 'done', response: await start() };
  } catch (error) {
    return { kind: reasonOf(error) };
  }
}

/** Has the device make a passkey. `options` as the server gave them. */
export async function makePasskey(options: unknown): Promise<Asked<RegistrationResponseJSON>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return ask(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
}

/** Has the device prove that it holds one of the account's passkeys. */
export async function provePasskey(options: unknown): Promise<Asked<AuthenticationResponseJSON>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return ask(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}
