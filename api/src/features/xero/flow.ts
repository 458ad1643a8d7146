import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { equalTexts } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import {
  changeConnection,
  type KeysSource,
  keysOf,
  lockConnection,
  readConnection,
  type Tenant,
} from './connection.repo';
import { tenantsOf } from './tenants';
import { keptOf } from './tokens';
import type { KeptFlow, Vault } from './vault';
import {
  type ConfiguredXero,
  type TokenSet,
  withinTime,
  type XeroClients,
  type XeroKeys,
} from './xeroClient';

/** How long a visit to Xero may take. */
export const FLOW_MS = 10 * 60_000;
/** Sign-ins of one admin that are open at once; older ones end. */
const MOST_OPEN = 5;
const RANDOM_BYTES = 32;

/** Why a sign-in to Xero did not connect; `told` says it to people. */
export type FlowFailure = 'denied' | 'expired' | 'other-browser' | 'no-organisation' | 'failed';
export const FLOW_TEXTS: Readonly<Record<FlowFailure, string>> = {
  denied: 'Access was not given in Xero',
  expired: 'This sign-in to Xero has ended or was used before. Begin again',
  'other-browser': 'This sign-in to Xero was begun in another browser. Begin again',
  'no-organisation': 'No organisation was chosen in Xero',
  failed: 'Xero could not be connected. Try again',
};

export interface FlowDeps {
  db: Db;
  clock: Clock;
  log: Log;
  vault: Vault;
  clients: XeroClients;
  environment: KeysSource;
  /** Once there is a connection: what waited for it. */
  onConnected(): Promise<void>;
}

export interface Began {
  url: string;
  /** For the cookie of the browser: who comes back without it was not there. */
  browser: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const random = (): string => randomBytes(RANDOM_BYTES).toString('base64url');
const COOKIE = /^[\w-]{43}$/;

/** Connecting Xero: authorization code with PKCE, a state that works once, in the browser and for the admin who began. */
export function createFlow({ db, clock, log, vault, clients, environment, onConnected }: FlowDeps) {
  const { redirectUri, scopes } = clients.site;
  const hasOpenId = scopes.includes('openid');

  async function begin(adminId: number, knownBrowser: string | undefined): Promise<Began> {
    const keys = keysOf(await readConnection(db), vault, environment);
    if (!keys)
      throw new ConflictError('Enter the client id and secret of the Xero app first', 'XERO_NO_KEYS');
    const client = await clients.forIdentity(keys);
    // One for all sign-ins of the browser: a second window does not end the first one's.
    const browser = knownBrowser && COOKIE.test(knownBrowser) ? knownBrowser : random();
    const [state, verifier, nonce] = [random(), random(), random()];
    await keep(adminId, state, { verifier, nonce, browser: sha256(browser) });
    const url = client.openIdClient.authorizationUrl({
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...(hasOpenId && { nonce }),
    });
    return { url, browser };
  }

  async function keep(adminId: number, state: string, kept: KeptFlow): Promise<void> {
    const now = clock.now();
    const stateSha256 = sha256(state);
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('xero_flow').where('expires_at', '<', now).execute();
      const open = trx.selectFrom('xero_flow').select('state_sha256').where('admin_id', '=', adminId);
      const latest = open.orderBy('created_at', 'desc').limit(MOST_OPEN - 1);
      await trx
        .deleteFrom('xero_flow')
        .where('admin_id', '=', adminId)
        .where('state_sha256', 'not in', latest)
        .execute();
      await trx
        .insertInto('xero_flow')
        .values({
          state_sha256: stateSha256,
          admin_id: adminId,
          verifier_sealed: vault.sealFlow(kept, stateSha256),
          created_at: now,
          expires_at: new Date(now.getTime() + FLOW_MS),
        })
        .execute();
    });
  }

  /** The sign-in that a state belongs to; from now on it belongs to none. */
  async function take(state: string): Promise<{ adminId: number; kept: KeptFlow } | null> {
    const now = clock.now();
    const stateSha256 = sha256(state);
    const row = await db
      .updateTable('xero_flow')
      .set({ used_at: now })
      .where('state_sha256', '=', stateSha256)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      // Who is an admin no longer finishes nothing.
      .where('admin_id', 'in', (from) =>
        from.selectFrom('app_user').select('id').where('role', '=', 'admin').where('status', '=', 'active'),
      )
      .returning(['admin_id', 'verifier_sealed'])
      .executeTakeFirst();
    return row ? { adminId: row.admin_id, kept: vault.openFlow(row.verifier_sealed, stateSha256) } : null;
  }

  async function exchange(client: ConfiguredXero, query: URLSearchParams, kept: KeptFlow): Promise<TokenSet> {
    const { openIdClient } = client;
    const params = openIdClient.callbackParams(`${redirectUri}?${query}`);
    const checks = {
      state: query.get('state') ?? '',
      code_verifier: kept.verifier,
      response_type: 'code',
      ...(hasOpenId && { nonce: kept.nonce }),
    };
    const exchanging = hasOpenId
      ? openIdClient.callback(redirectUri, params, checks)
      : openIdClient.oauthCallback(redirectUri, params, checks);
    return withinTime(exchanging, clients.timeouts.identityMs * 2);
  }

  async function keepConnection(adminId: number, set: TokenSet, tenants: Tenant[]): Promise<void> {
    // The newest comes first: what was just chosen in Xero.
    const [chosen] = tenants;
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      await lockConnection(trx, now);
      const { tokens, expiresAt } = keptOf(set, null, now.getTime());
      await changeConnection(
        trx,
        {
          tokensSealed: vault.sealTokens(tokens),
          accessExpiresAt: expiresAt,
          refreshedAt: now,
          tenantId: chosen?.id ?? null,
          tenantName: chosen?.name ?? null,
          tenants,
          trouble: null,
          connectedBy: adminId,
          connectedAt: now,
        },
        now,
      );
    });
    log.info({ event: 'xero.connected', userId: adminId, tenantId: chosen?.id }, 'Xero is connected');
  }

  async function connect(
    adminId: number,
    kept: KeptFlow,
    query: URLSearchParams,
  ): Promise<FlowFailure | null> {
    const keys: XeroKeys | null = keysOf(await readConnection(db), vault, environment);
    if (!keys) return 'failed';
    const client = await clients.forIdentity(keys);
    const set = await exchange(client, query, kept);
    client.setTokenSet(set);
    const tenants = await tenantsOf(client);
    if (tenants.length === 0) {
      // Nothing is kept that leads nowhere.
      await withinTime(client.revokeToken(), clients.timeouts.identityMs).catch(() => {});
      return 'no-organisation';
    }
    await keepConnection(adminId, set, tenants);
    await onConnected();
    return null;
  }

  return {
    begin,

    /** What the callback brought. Null: it is connected. */
    async finish(query: URLSearchParams, browser: string | undefined): Promise<FlowFailure | null> {
      const taken = await take(query.get('state') ?? '');
      if (!taken) return 'expired';
      const { adminId, kept } = taken;
      if (!browser || !equalTexts(sha256(browser), kept.browser)) return 'other-browser';
      if (query.has('error')) return query.get('error') === 'access_denied' ? 'denied' : 'failed';
      try {
        return await connect(adminId, kept, query);
      } catch (error) {
        log.warn({ ...errorDetail(error), event: 'xero.connect_failed' }, 'Xero could not be connected');
        return 'failed';
      }
    },

    async tidy(): Promise<void> {
      await sql`DELETE FROM xero_flow WHERE expires_at < ${clock.now()}`.execute(db);
    },
  };
}
export type Flow = ReturnType<typeof createFlow>;
