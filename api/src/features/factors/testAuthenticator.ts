import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyInput, PasskeyProof } from '@ezdash/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** An authenticator and its browser, in software: ES256, for tests. */
export interface TestAuthenticator {
  create(options: Record<string, unknown>, twist?: Twist): PasskeyInput['response'];
  get(options: Record<string, unknown>, twist?: Twist): PasskeyProof['response'];
}

/** What is not as it should be. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** False: nobody touched it; the owner was not verified. */
  present?: boolean;
  verified?: boolean;
  synced?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  /** Of another credential. */
  id?: string;
  /** A bit of the signature is turned. */
  broken?: boolean;
  /** Makers' certificates in the attestation. */
  certificates?: boolean;
}

type Cbor = number | string | Uint8Array | Cbor[] | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** As much of RFC 8949 as a passkey is written in. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((each) => cbor(each))]);
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const FLAGS = { present: 1, verified: 4, canSync: 8, synced: 16, credential: 64 };

function authenticatorData(rpId: string, twist: Twist, counter: number, credential?: Buffer): Buffer {
  const { present = true, verified = true, synced = false } = twist;
  const flags =
    (present ? FLAGS.present : 0) |
    (verified ? FLAGS.verified : 0) |
    (synced ? FLAGS.canSync | FLAGS.synced : 0) |
    (credential ? FLAGS.credential : 0);
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(counter, 1);
  const hash = createHash('sha256').update(rpId).digest();
  return Buffer.concat([hash, tail, ...(credential ? [credential] : [])]);
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** `counts`: whether it counts its uses; many do not, and say 0 for good. */
export function createTestAuthenticator({ origin, counts = true }: { origin: string; counts?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  function clientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    );
  }
  const count = (twist: Twist): number => {
    if (counts) counter++;
    return twist.counter ?? counter;
  };

  const authenticator: TestAuthenticator = {
    create(given, twist = {}) {
      const options = given as unknown as PublicKeyCredentialCreationOptionsJSON;
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const rpId = twist.rpId ?? options.rp.id ?? '';
      const statement = new Map<string, Cbor>(twist.certificates ? [['x5c', [Buffer.from('no')]]] : []);
      const attestation = new Map<string, Cbor>([
        ['fmt', twist.certificates ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', authenticatorData(rpId, twist, count(twist), credential)],
      ]);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', options.challenge, twist)),
          attestationObject: text(cbor(attestation)),
          transports: ['internal', 'hybrid', 'made-up'],
        },
        clientExtensionResults: { credProps: { rk: true } },
      };
    },
    get(given, twist = {}) {
      const options = given as unknown as PublicKeyCredentialRequestOptionsJSON;
      const data = authenticatorData(twist.rpId ?? options.rpId ?? '', twist, count(twist));
      const said = clientData('webauthn.get', options.challenge, twist);
      const signed = Buffer.concat([data, createHash('sha256').update(said).digest()]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      if (twist.broken) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      const handle = 'userHandle' in twist ? twist.userHandle : userHandle;
      return {
        id: twist.id ?? text(id),
        rawId: twist.id ?? text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(said),
          authenticatorData: text(data),
          signature: text(signature),
          ...(handle !== undefined && { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
  return authenticator;
}
