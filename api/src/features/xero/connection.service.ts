import type { XeroSettings } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import { ConflictError, ValidationError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import {
  type Connection,
  changeConnection,
  type KeysSource,
  keysOf,
  lockConnection,
  readConnection,
} from './connection.repo';
import type { Tokens } from './tokens';
import type { Vault } from './vault';
import { withinTime, type XeroClients } from './xeroClient';

export interface ConnectionDeps {
  db: Db;
  clock: Clock;
  log: Log;
  vault: Vault;
  clients: XeroClients;
  tokens: Tokens;
  environment: KeysSource;
  onConnected(): Promise<void>;
}

const FORGOTTEN = {
  tokensSealed: null,
  accessExpiresAt: null,
  refreshedAt: null,
  tenantId: null,
  tenantName: null,
  tenants: [],
  trouble: null,
  connectedBy: null,
  connectedAt: null,
} as const;

export function createConnectionService(deps: ConnectionDeps) {
  const { db, clock, log, vault, clients, tokens, environment, onConnected } = deps;

  /** What Xero knows of the connection, ended there too. Nothing here waits for it to work. */
  async function end(connection: Connection): Promise<void> {
    const keys = keysOf(connection, vault, environment);
    if (!keys || connection.tokensSealed === null) return;
    const kept = vault.openTokens(connection.tokensSealed);
    const { identityMs } = clients.timeouts;
    const attempt = async (what: string, work: () => Promise<unknown>) => {
      try {
        await withinTime(work(), identityMs);
      } catch (error) {
        log.warn({ ...errorDetail(error), what }, 'Xero did not hear that the connection has ended');
      }
    };
    const client = await clients.forIdentity(keys).catch(() => null);
    if (!client) return log.warn({ what: 'discovery' }, 'Xero did not hear that the connection has ended');
    const access = await tokens.access().then(
      ({ token }) => token,
      () => kept.access,
    );
    client.setTokenSet({ access_token: access });
    for (const { connection_id } of connection.tenants)
      await attempt('disconnect', () => client.disconnect(connection_id));
    // Read again: the tokens may have been renewed a moment ago.
    const { tokensSealed } = await readConnection(db);
    const refresh = tokensSealed && vault.openTokens(tokensSealed).refresh;
    if (refresh) await attempt('revoke', () => client.openIdClient.revoke(refresh));
  }

  async function forget(adminId: number, withKeys: boolean): Promise<void> {
    await end(await readConnection(db));
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      await lockConnection(trx, now);
      await changeConnection(
        trx,
        { ...FORGOTTEN, ...(withKeys && { clientId: null, clientSecretSealed: null }) },
        now,
      );
      await trx.deleteFrom('xero_flow').execute();
    });
    log.info({ event: 'xero.disconnected', userId: adminId, withKeys }, 'Xero is no longer connected');
  }

  return {
    read: () => readConnection(db),
    keys: (connection: Connection) => keysOf(connection, vault, environment),

    /** Ends the connection at Xero and forgets the tokens; the app's id and secret stay. */
    disconnect: (adminId: number): Promise<void> => forget(adminId, false),
    /** As `disconnect`, and what an operator entered of the app goes too. */
    clear: (adminId: number): Promise<void> => forget(adminId, true),

    async change(settings: XeroSettings, adminId: number): Promise<void> {
      const { tenant_id, auto_create, client_id, client_secret } = settings;
      if ((client_id === undefined) !== (client_secret === undefined))
        throw new ValidationError({ [client_id ? 'client_secret' : 'client_id']: ['Both belong together'] });
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const { tenants, tokensSealed, clientId } = await lockConnection(trx, now);
        const tenant = tenants.find(({ id }) => id === tenant_id);
        if (tenant_id !== undefined && !tenant)
          throw new ValidationError({ tenant_id: ['Xero has not opened this organisation to us'] });
        if (client_id !== undefined && client_id !== clientId && tokensSealed !== null)
          throw new ConflictError(
            'Disconnect Xero first: the connection belongs to the other app',
            'XERO_CONNECTED',
          );
        await changeConnection(
          trx,
          {
            ...(tenant && { tenantId: tenant.id, tenantName: tenant.name, trouble: null }),
            ...(auto_create !== undefined && { autoCreate: auto_create }),
            ...(client_id !== undefined &&
              client_secret !== undefined && {
                clientId: client_id,
                clientSecretSealed: vault.sealSecret(client_secret),
              }),
          },
          now,
        );
      });
      // Never what was entered.
      log.info(
        { event: 'xero.changed', userId: adminId, tenant_id, auto_create, keys: client_id !== undefined },
        'The settings of Xero were changed',
      );
      if (tenant_id !== undefined) await onConnected();
    },
  };
}
export type ConnectionService = ReturnType<typeof createConnectionService>;
