import type { Passkey } from '@ezdash/contracts';
import { knownTransports } from './checkPasskey';
import type { PasskeyRow } from './passkeys.repo';

/** As its owner sees it. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    synced: row.synced,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/** As browsers are told of them. */
export const credentialsOf = (rows: readonly PasskeyRow[]) =>
  rows.map((row) => ({ id: row.credential_id, transports: knownTransports(row.transports) }));
