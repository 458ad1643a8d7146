import { z } from 'zod';
import type { Db, Trx } from '../../platform/db';
import type { Vault } from './vault';

const tenant = z.object({ id: z.uuid(), name: z.string(), connection_id: z.string() });
export type Tenant = z.infer<typeof tenant>;

export interface Connection {
  tenantId: string | null;
  tenantName: string | null;
  /** Every organisation that the sign-ins opened. */
  tenants: Tenant[];
  tokensSealed: Buffer | null;
  accessExpiresAt: Date | null;
  clientId: string | null;
  clientSecretSealed: Buffer | null;
  autoCreate: boolean;
  trouble: 'refused' | 'tenant-gone' | null;
}

const NONE: Connection = {
  tenantId: null,
  tenantName: null,
  tenants: [],
  tokensSealed: null,
  accessExpiresAt: null,
  clientId: null,
  clientSecretSealed: null,
  autoCreate: true,
  trouble: null,
};
const ROW = 1;

const select = (db: Db) => db.selectFrom('xero_connection').selectAll().where('id', '=', ROW);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const connectionOf = (row: Row | undefined): Connection =>
  row
    ? {
        tenantId: row.tenant_id,
        tenantName: row.tenant_name,
        tenants: z.array(tenant).parse(row.tenants),
        tokensSealed: row.tokens_sealed,
        accessExpiresAt: row.access_expires_at,
        clientId: row.client_id,
        clientSecretSealed: row.client_secret_sealed,
        autoCreate: row.auto_create,
        trouble: row.trouble as Connection['trouble'],
      }
    : NONE;

export const readConnection = async (db: Db): Promise<Connection> =>
  connectionOf(await select(db).executeTakeFirst());

/** Holds the row until the transaction ends; makes it when there is none. */
export async function lockConnection(trx: Trx, now: Date): Promise<Connection> {
  await trx
    .insertInto('xero_connection')
    .values({ id: ROW, updated_at: now })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
  return connectionOf(await select(trx).forUpdate().executeTakeFirst());
}

type Change = Partial<Omit<Connection, 'tenants'>> & {
  tenants?: readonly Tenant[];
  refreshedAt?: Date | null;
  connectedBy?: number | null;
  connectedAt?: Date | null;
};

/** Of the row that `lockConnection` holds. */
export async function changeConnection(trx: Trx, change: Change, now: Date): Promise<void> {
  const { tenants } = change;
  await trx
    .updateTable('xero_connection')
    .set({
      tenant_id: change.tenantId,
      tenant_name: change.tenantName,
      tenants: tenants && JSON.stringify(tenants),
      tokens_sealed: change.tokensSealed,
      access_expires_at: change.accessExpiresAt,
      refreshed_at: change.refreshedAt,
      client_id: change.clientId,
      client_secret_sealed: change.clientSecretSealed,
      auto_create: change.autoCreate,
      trouble: change.trouble,
      connected_by: change.connectedBy,
      connected_at: change.connectedAt,
      updated_at: now,
    })
    .where('id', '=', ROW)
    .execute();
}

/** Whether calls can be made: there are tokens, an organisation, and nothing that a person has to see to. */
export const isConnected = ({ tokensSealed, tenantId, trouble }: Connection): boolean =>
  tokensSealed !== null && tenantId !== null && trouble === null;

export interface KeysSource {
  clientId: string | undefined;
  clientSecret: string | undefined;
}

/** Those that an operator entered come before the environment's; null: there are none. */
export function keysOf(
  { clientId, clientSecretSealed }: Connection,
  vault: Vault,
  environment: KeysSource,
): { clientId: string; clientSecret: string } | null {
  if (clientId !== null && clientSecretSealed !== null)
    return { clientId, clientSecret: vault.openSecret(clientSecretSealed) };
  const { clientId: id, clientSecret } = environment;
  return id && clientSecret ? { clientId: id, clientSecret } : null;
}
