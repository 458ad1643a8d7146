import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeName } from './bundleReferences';

/** Behind the creatives' host and behind a signature alike. */
export const CREATIVES_PATH = '/creatives/';
/** The content hash that a file or the folder of a bundle is called by. */
const HASH = /^[0-9a-f]{64}/;
/** `/~<expiry>.<signature>`: in the path, so that files of a bundle that the page names relatively carry it too. */
const SIGNED = /^\/~(\d{10})\.([\w-]{22})(?=\/)/;
/** Addresses made within this time are the same, so that browsers keep what they loaded. */
const ROUND_SECONDS = 1_800;
const MAC_LENGTH = 22;

/** What a path on the creatives' host asks for. */
export interface AskedFile {
  /** As it lies in the store: `<sha256>.<extension>` or `<sha256>/<path>`. */
  file: string;
  /** What opens it before its approval: `none` when the path carries no signature of this file. */
  signature: 'none' | Viewer | 'ended';
}

/**
 * Whom an address was signed for: anybody who may see the file before its approval, or a reviewer, who sees what was
 * stopped, too.
 */
export type Viewer = 'preview' | 'review';

/** Where creatives' files are loaded from. Files are named as in the store; empty for words, which have none. */
export interface CreativeAddresses {
  /** Scheme and host of the creatives' own host, without a slash at the end. */
  origin: string;
  /** Scheme and host of the app: its pages alone frame previews, and clicks lead there first. */
  appOrigin: string;
  /** For visitors: opens once a reviewer has approved the file. */
  toPublic(file: string): string;
  /** Opens the file, or all of its bundle, for 30 to 60 minutes. */
  toPreview(file: string, viewer: Viewer): string;
  /** Null for a path that is no file's. */
  parsePath(path: string): AskedFile | null;
}

export interface CreativeAddressesOptions {
  origin: string;
  appOrigin: string;
  /** The server's own; the key of signatures follows from it. */
  secret: string;
  now: () => Date;
}

const VIEWERS = ['preview', 'review'] as const satisfies readonly Viewer[];

/** Addresses of creatives. The signature covers the content hash, the expiry and whom it is for. */
export function createCreativeAddresses({
  origin,
  appOrigin,
  secret,
  now,
}: CreativeAddressesOptions): CreativeAddresses {
  const key = createHmac('sha256', secret).update('creative previews').digest();
  const macOf = (viewer: Viewer, hash: string, expiry: string): string =>
    createHmac('sha256', key).update(`${viewer} ${expiry} ${hash}`).digest('base64url').slice(0, MAC_LENGTH);
  const seconds = () => Math.floor(now().getTime() / 1_000);

  function checkSignature(hash: string, expiry: string, mac: string): AskedFile['signature'] {
    const signedFor = VIEWERS.find((viewer) =>
      timingSafeEqual(Buffer.from(macOf(viewer, hash, expiry)), Buffer.from(mac)),
    );
    if (signedFor === undefined) return 'none';
    return Number(expiry) > seconds() ? signedFor : 'ended';
  }

  return {
    origin,
    appOrigin,
    toPublic: (file) => (file === '' ? '' : `${origin}${CREATIVES_PATH}${file}`),
    toPreview(file, viewer) {
      const [hash = ''] = HASH.exec(file) ?? [];
      if (hash === '') return '';
      const expiry = String((Math.floor(seconds() / ROUND_SECONDS) + 2) * ROUND_SECONDS);
      return `${origin}/~${expiry}.${macOf(viewer, hash, expiry)}${CREATIVES_PATH}${file}`;
    },
    parsePath(path) {
      const [prefix = '', expiry = '', mac = ''] = SIGNED.exec(path) ?? [];
      const rest = path.slice(prefix.length);
      if (!rest.startsWith(CREATIVES_PATH)) return null;
      const file = rest.slice(CREATIVES_PATH.length);
      const [hash] = HASH.exec(file) ?? [];
      if (hash === undefined) return null;
      return {
        file: file.split('/').map(decodeName).join('/'),
        signature: prefix === '' ? 'none' : checkSignature(hash, expiry, mac),
      };
    },
  };
}
