import { z } from 'zod';
import { createSecretBox } from '../../platform/auth';

const tokens = z.object({
  access: z.string(),
  /** Null: the scopes have no `offline_access`, and the connection ends with the access token. */
  refresh: z.string().nullable(),
});
export type KeptTokens = z.infer<typeof tokens>;

const flow = z.object({
  /** Of PKCE. */
  verifier: z.string(),
  nonce: z.string(),
  /** Digest of the cookie of the browser that began it. */
  browser: z.string(),
});
export type KeptFlow = z.infer<typeof flow>;

const TOKENS_ROW = 'xero tokens';
const SECRET_ROW = 'xero client secret';
const flowRow = (stateSha256: string) => `xero flow ${stateSha256}`;

/** What of Xero is secret, sealed for the one place where it lies. */
export function createVault(secret: string) {
  const box = createSecretBox(secret, 'xero');
  const read = (sealed: Buffer, row: string): unknown => JSON.parse(box.open(sealed, row));
  return {
    sealTokens: (kept: KeptTokens) => box.seal(JSON.stringify(kept), TOKENS_ROW),
    openTokens: (sealed: Buffer) => tokens.parse(read(sealed, TOKENS_ROW)),
    sealSecret: (clientSecret: string) => box.seal(clientSecret, SECRET_ROW),
    openSecret: (sealed: Buffer) => box.open(sealed, SECRET_ROW),
    sealFlow: (kept: KeptFlow, stateSha256: string) => box.seal(JSON.stringify(kept), flowRow(stateSha256)),
    openFlow: (sealed: Buffer, stateSha256: string) => flow.parse(read(sealed, flowRow(stateSha256))),
  };
}
export type Vault = ReturnType<typeof createVault>;
