import { randomUUID } from 'node:crypto';
import {
  type AlertWebhook,
  type AlertWebhookAnswer,
  type AlertWebhookMade,
  type AlertWebhookTest,
  parseUrl,
} from '@ezdash/contracts';
import { type Actor, type AuthUser, createLimiter, createSecretBox } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction } from '../../../platform/db';
import { NotFoundError, ValidationError } from '../../../platform/errors';
import { type Mail, securityNotice } from '../../mail';
import { deviceName } from '../../proofs';
import { type CallError, type CallOptions, checkAddress } from './callAddress';
import { createCaller, type WebhookCaller } from './createCaller';
import { HINT_LENGTH, makeSecret } from './sign';
import * as repo from './webhook.repo';

export interface WebhookDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  /** Seals the secrets of addresses. */
  secret: string;
  appUrl: string;
  call: CallOptions;
}

export interface WebhookService {
  caller: WebhookCaller;
  get(user: AuthUser): Promise<AlertWebhookAnswer>;
  /** In place of the one before; the secret is shown this once. 422 for an address that may not be called. */
  set(actor: Actor, url: string): Promise<AlertWebhookMade>;
  /** 404 when there is none. */
  remove(user: AuthUser): Promise<void>;
  /** Calls it now, and says what came of it. */
  test(user: AuthUser): Promise<AlertWebhookTest>;
}

const LONGEST_URL = 2_000;
const HOUR_SECONDS = 3_600;
const TESTS_PER_HOUR = 20;
const CHANGES_PER_HOUR = 20;

const REFUSALS: Readonly<Partial<Record<CallError, string>>> = {
  address:
    'Enter an address that begins with https://, without a name or password in it, on port 443 or from 1024 on',
  'unknown-host': 'No server was found under this name',
  'not-public':
    'This leads to a network that is not public. Enter an address that the whole internet reaches',
  timeout: 'The name of the server could not be looked up in time. Try again',
};
const NOT_SET = () => new NotFoundError('No address is set', 'NO_WEBHOOK');

export function presentWebhook(row: repo.WebhookRow): AlertWebhook {
  const { last_at, last_ok, last_status, last_error, last_gave_up } = row;
  return {
    url: row.url,
    secret_hint: row.secret_hint,
    created_at: row.created_at.toISOString(),
    last:
      last_at === null
        ? null
        : {
            at: last_at.toISOString(),
            ok: last_ok === true,
            status: last_status,
            error: last_error,
            gave_up: last_gave_up,
          },
  };
}

export function createWebhookService(deps: WebhookDeps): WebhookService {
  const { db, clock, mail, call } = deps;
  const box = createSecretBox(deps.secret, 'alert webhooks');
  const limit = (name: string, points: number) =>
    createLimiter({ name, points, durationSeconds: HOUR_SECONDS });
  const tests = limit('alert-webhook-test', TESTS_PER_HOUR);
  const changes = limit('alert-webhook-set', CHANGES_PER_HOUR);
  const caller = createCaller({ box, clock, appUrl: deps.appUrl, call });

  return {
    caller,

    async get({ id }) {
      const row = await repo.findWebhook(db, id);
      return { webhook: row && presentWebhook(row) };
    },

    async set({ user, visitor }, given) {
      // As it is called: a host in its own letters and the like become longer.
      const url = parseUrl(given)?.href ?? given;
      await changes.consume(String(user.id));
      const wrong = url.length > LONGEST_URL ? 'address' : await checkAddress(url, call);
      if (wrong) throw new ValidationError({ url: [REFUSALS[wrong] ?? 'This address cannot be called'] });
      const secret = makeSecret();
      const now = clock.now();
      const row = await inTransaction(db, async (trx) => {
        const device = deviceName(visitor, user.locale);
        await mail.send(trx, securityNotice(user, { what: 'alert-webhook-set', device, at: now }));
        return repo.saveWebhook(trx, {
          user_id: user.id,
          url,
          secret_sealed: box.seal(secret, `user ${user.id}`),
          secret_hint: secret.slice(-HINT_LENGTH),
          created_at: now,
        });
      });
      return { webhook: presentWebhook(row), secret };
    },

    async remove({ id }) {
      if (!(await repo.dropWebhook(db, id))) throw NOT_SET();
    },

    async test({ id }) {
      const row = await repo.findWebhook(db, id);
      if (!row) throw NOT_SET();
      await tests.consume(String(id));
      const at = clock.now();
      const outcome = await caller.call(row, {
        id: `test_${randomUUID()}`,
        event: 'test',
        created_at: at.toISOString(),
        data: {},
        url: null,
      });
      await repo.noteCall(db, row, outcome, { at, gaveUp: false });
      const { ok, status, error, durationMs } = outcome;
      return { ok, status, error, duration_ms: durationMs };
    },
  };
}
