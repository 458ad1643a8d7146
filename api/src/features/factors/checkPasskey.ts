import type { PasskeyInput, PasskeyProof } from '@ezdash/contracts';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { readClientData } from './clientData';
import type { PasskeyRow } from './passkeys.repo';
import type { RelyingParty } from './relyingParty';
import { WrongPasskeyError } from './WrongPasskeyError';

/** A new passkey as its authenticator tells it. */
export interface NewCredential {
  id: string;
  publicKey: Buffer;
  counter: bigint;
  transports: Transport[];
  synced: boolean;
}

/** What a use of a passkey showed. */
export interface CredentialUse {
  counter: bigint;
  synced: boolean;
}

const NOT_ADDED = 'This passkey could not be added. Try again';
/** The same whether it is unknown, taken away, somebody else's or wrongly signed. */
const NOT_KNOWN = 'This passkey does not belong to an account here';
const LONGEST_REASON = 200;
/** 1,023 bytes, by the standard. */
const LONGEST_ID = 1_364;
/** EdDSA, ES256 and RS256, in the order we like them. */
export const ALGORITHMS = [-8, -7, -257];

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];

export const knownTransports = (given: readonly string[] = []): Transport[] =>
  TRANSPORTS.filter((known) => given.includes(known));

export function refusedPasskey(reason: string, message = NOT_KNOWN): WrongPasskeyError {
  return new WrongPasskeyError(message, reason.slice(0, LONGEST_REASON));
}

/** Whatever the library says of a stranger's bytes is the stranger's fault. */
async function held<T>(message: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw refusedPasskey(error instanceof Error ? error.message : 'unreadable', message);
  }
}

/** The challenge that was answered, not proven yet. Throws 422 WRONG_PASSKEY. */
export function challengeOf(response: PasskeyInput['response'] | PasskeyProof['response']): string {
  const isNew = 'attestationObject' in response.response;
  const said = readClientData(response.response.clientDataJSON);
  if (!said) throw refusedPasskey('unreadable client data', isNew ? NOT_ADDED : NOT_KNOWN);
  // Our pages stand in nobody's frame.
  if (said.crossOrigin === true) throw refusedPasskey('asked in a frame', isNew ? NOT_ADDED : NOT_KNOWN);
  return said.challenge;
}

/**
 * Checks a new passkey: challenge, origin, host, that its owner was verified. Throws 422 WRONG_PASSKEY. Certificates of
 * the maker were not asked for; they are not read, since their addresses would have to be called up.
 */
export function checkNewPasskey(
  { id, rawId, type, response }: PasskeyInput['response'],
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<NewCredential> {
  return held(NOT_ADDED, async () => {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    if (attestation.get('attStmt').get('x5c') !== undefined) throw new Error('brings certificates');
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new Error('not verified');
    const { credential, credentialBackedUp } = registrationInfo;
    if (credential.id !== id || id.length > LONGEST_ID) throw new Error('two names, or too long a one');
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: knownTransports(response.transports),
      synced: credentialBackedUp,
    };
  });
}

/** Checks an answer of a known passkey: the same, its signature and its counter. Throws 422 WRONG_PASSKEY. */
export function checkPasskey(
  passkey: PasskeyRow,
  { id, rawId, type, response }: PasskeyProof['response'],
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<CredentialUse> {
  return held(NOT_KNOWN, async () => {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
    if (!verified) throw new Error('wrong signature');
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: BigInt(newCounter), synced: credentialBackedUp };
  });
}
