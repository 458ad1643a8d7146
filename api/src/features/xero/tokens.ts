import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import type { Log } from '../../platform/log';
import {
  type Connection,
  changeConnection,
  type KeysSource,
  keysOf,
  lockConnection,
  readConnection,
} from './connection.repo';
import type { KeptTokens, Vault } from './vault';
import { failureOf, isGrantRefused, XeroNotConnected } from './XeroFailure';
import { type TokenSet, withinTime, type XeroClients, type XeroKeys } from './xeroClient';

/** Renewed before it ends, so that it lasts for the call. */
const SPARE_MS = 60_000;
const DEFAULT_LIFE_SECONDS = 1_800;

export interface TokensDeps {
  db: Db;
  clock: Clock;
  log: Log;
  vault: Vault;
  clients: XeroClients;
  environment: KeysSource;
}

export interface Access {
  token: string;
  keys: XeroKeys;
  connection: Connection;
}

/** What is kept of an answer of the token endpoint. */
export function keptOf(set: TokenSet, before: KeptTokens | null, now: number) {
  if (!set.access_token) throw new Error('Xero sent no access token');
  const seconds = set.expires_in ?? DEFAULT_LIFE_SECONDS;
  return {
    tokens: { access: set.access_token, refresh: set.refresh_token ?? before?.refresh ?? null },
    expiresAt: new Date(now + seconds * 1_000),
  };
}

/**
 * Access tokens, renewed when they end. Whoever renews holds the connection's row meanwhile, so that all servers together
 * make one call. When its answer is lost, the row still has the old refresh token, which Xero takes for half an hour more.
 */
export function createTokens(deps: TokensDeps) {
  const { db, clock, log, vault, clients, environment } = deps;
  let pending: Promise<Access> | null = null;

  function opened(connection: Connection): { tokens: KeptTokens; keys: XeroKeys } {
    const keys = keysOf(connection, vault, environment);
    if (connection.tokensSealed === null || connection.trouble === 'refused' || keys === null)
      throw new XeroNotConnected('There is no connection to Xero');
    return { tokens: vault.openTokens(connection.tokensSealed), keys };
  }

  const isFresh = ({ accessExpiresAt }: Connection): boolean =>
    accessExpiresAt !== null && accessExpiresAt.getTime() - clock.nowMs() > SPARE_MS;

  function usable(connection: Connection, rejected: string | null): Access | null {
    const { tokens, keys } = opened(connection);
    return isFresh(connection) && tokens.access !== rejected
      ? { token: tokens.access, keys, connection }
      : null;
  }

  /** Null: Xero takes the refresh token no more. */
  async function ask(keys: XeroKeys, refresh: string): Promise<TokenSet | null> {
    const { timeouts } = clients;
    const client = await clients.forIdentity(keys);
    const once = () => withinTime(client.openIdClient.refresh(refresh), timeouts.identityMs);
    try {
      // Once more at once: nothing is lost by it, and the next who asks would only wait for the same.
      return await once().catch((error: unknown) => {
        if (isGrantRefused(error)) throw error;
        return once();
      });
    } catch (error) {
      if (isGrantRefused(error)) return null;
      throw failureOf(error);
    }
  }

  async function renew(rejected: string | null): Promise<Access> {
    const outcome = await inTransaction(db, async (trx): Promise<Access | 'refused'> => {
      const connection = await lockConnection(trx, clock.now());
      const ready = usable(connection, rejected);
      if (ready) return ready;
      const { tokens, keys } = opened(connection);
      const set = tokens.refresh === null ? null : await ask(keys, tokens.refresh);
      const now = clock.now();
      if (set === null) {
        await changeConnection(trx, { trouble: 'refused' }, now);
        return 'refused';
      }
      const kept = keptOf(set, tokens, now.getTime());
      await changeConnection(
        trx,
        { tokensSealed: vault.sealTokens(kept.tokens), accessExpiresAt: kept.expiresAt, refreshedAt: now },
        now,
      );
      return { token: kept.tokens.access, keys, connection };
    });
    if (outcome !== 'refused') return outcome;
    log.warn({ event: 'xero.refused' }, 'Xero takes the refresh token no more: it has to be connected anew');
    throw new XeroNotConnected('Xero takes the refresh token no more');
  }

  return {
    /** The access token of a connection as it was read; null when there is none. */
    current: ({ tokensSealed }: Connection): string | null =>
      tokensSealed && vault.openTokens(tokensSealed).access,

    /**
     * A token that is good for a call now. Throws XeroNotConnected, or XeroFailure when Xero does not answer.
     *
     * @param rejected one that Xero has just refused, whatever its time says
     */
    async access(rejected: string | null = null): Promise<Access> {
      const ready = usable(await readConnection(db), rejected);
      if (ready) return ready;
      pending ??= renew(rejected).finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}
export type Tokens = ReturnType<typeof createTokens>;
