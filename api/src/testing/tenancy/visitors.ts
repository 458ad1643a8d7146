import { API_SCOPES } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { enterConsole } from '../enterConsole';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher } from '../factories';
import type { WholeApp } from '../startWholeApp';
import type { TestClient } from '../testClient';

/** Who asks, in the order of the table's columns. Tokens are the owners' own unless another is named. */
export const WHO = [
  'guest',
  'advertiser who owns it',
  'another advertiser',
  'publisher who owns it',
  'another publisher',
  'suspended advertiser',
  'suspended publisher',
  'admin',
  'suspended admin',
  'token: read',
  'token: write',
  'token: finance',
  'token of another advertiser',
  'token of the publisher',
  'token of a suspended advertiser',
  'guest on the machine itself',
] as const;
export type Who = (typeof WHO)[number];

/** In every text that belongs to the owners: nobody else may ever read it. */
export const MARKER = 'Marsupial-7719';
export const marked = (what: string): string => `${MARKER} ${what}`;
/** Opens all that a token or a page asks an account type for, but a credit line. */
const VIP1 = 3;
const DEBUG_COOKIES = ['ez.debug', 'ez.debug-page'];
const EXPIRES_IN_DAYS = 30;

export interface Visitors {
  /** Whose everything is that the walk asks for. */
  advertiser: MadeUser;
  publisher: MadeUser;
  client(who: Who): TestClient;
  /** Calls from another address from now on, one of each network; null: from their own again; `here`: from this machine. */
  moveTo(who: Who, network: number | 'here' | null): void;
  /** Comes in again, for whoever the last call signed out. */
  refresh(who: Who): Promise<void>;
  /** What anybody proved was just now: the walk takes longer than a proof holds where the machine is busy. */
  renewProofs(): Promise<void>;
}

type Person = MadeUser | null;

async function makePeople(db: Db): Promise<Partial<Record<Who, Person>>> {
  const named = { company_name: `${MARKER} Company`, username: `${MARKER} Person`, tax_id: `${MARKER}` };
  const status = 'suspended' as const;
  return {
    'advertiser who owns it': await makeAdvertiser(db, {
      ...named,
      email: `${MARKER.toLowerCase()}-a@example.test`,
      account_type_id: VIP1,
    }),
    'another advertiser': await makeAdvertiser(db, { account_type_id: VIP1 }),
    'publisher who owns it': await makePublisher(db, {
      ...named,
      email: `${MARKER.toLowerCase()}-p@example.test`,
      account_type_id: VIP1,
    }),
    'another publisher': await makePublisher(db, { account_type_id: VIP1 }),
    'suspended advertiser': await makeAdvertiser(db, { status }),
    'suspended publisher': await makePublisher(db, { status }),
    admin: await makeAdmin(db),
    'suspended admin': await makeAdmin(db, { status }),
  };
}

async function makeToken(client: TestClient, name: string, scopes: readonly string[]): Promise<string> {
  const { status, text, body } = await client.post<{ secret: string }>('/api/settings/api-tokens', {
    name,
    scopes,
    expires_in_days: EXPIRES_IN_DAYS,
    addresses: [],
  });
  if (status !== 201) throw new Error(`A token was refused: ${text}`);
  return body.secret;
}

/** Made while its owner could. */
async function makeSuspendedToken(app: WholeApp): Promise<string> {
  const { db } = app.test;
  const person = await makeAdvertiser(db, { account_type_id: VIP1 });
  const client = app.client();
  await client.signIn(person);
  const secret = await makeToken(client, 'token of a suspended advertiser', API_SCOPES);
  await db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', person.id).execute();
  return secret;
}

async function renewProofs(db: Db): Promise<void> {
  await sql`UPDATE session SET sess = jsonb_set(sess::jsonb, '{provenAt}', to_jsonb(${Date.now()}::int8))::json
    WHERE sess::jsonb ? 'provenAt'`.execute(db);
  await db.updateTable('debug_session').set({ proven_at: new Date() }).execute();
}

/** Signs everybody in, each from an address of their own, so that no limit on one stops the next. */
export async function makeVisitors(app: WholeApp): Promise<Visitors> {
  const people = await makePeople(app.test.db);
  const clients = new Map<Who, TestClient>();
  const addressOf = (who: Who) =>
    who === 'guest on the machine itself' ? null : `198.51.100.${WHO.indexOf(who) + 1}`;
  const open = (who: Who) => {
    const client = app.client();
    client.setHeader('X-Forwarded-For', addressOf(who));
    client.setHeader('Accept', 'text/html, application/json');
    clients.set(who, client);
    return client;
  };
  const clientOf = (who: Who) => clients.get(who) ?? open(who);
  async function signIn(who: Who): Promise<void> {
    const person = people[who];
    if (!person) return;
    const client = clientOf(who);
    await client.signIn(person);
    if (who !== 'admin') return;
    await enterConsole(client, person);
    // The console has no need of the other half, and the debug tool is asked as by everybody else.
    for (const half of DEBUG_COOKIES) client.cookies.delete(half);
  }
  for (const who of WHO) await signIn(who);
  const tokens: readonly (readonly [Who, Who, readonly string[]])[] = [
    ['token: read', 'advertiser who owns it', ['read']],
    ['token: write', 'advertiser who owns it', ['write']],
    ['token: finance', 'advertiser who owns it', ['finance']],
    ['token of another advertiser', 'another advertiser', API_SCOPES],
    ['token of the publisher', 'publisher who owns it', API_SCOPES],
  ];
  for (const [who, owner, scopes] of tokens)
    clientOf(who).setHeader('Authorization', `Bearer ${await makeToken(clientOf(owner), who, scopes)}`);
  const client = clientOf('token of a suspended advertiser');
  client.setHeader('Authorization', `Bearer ${await makeSuspendedToken(app)}`);
  const owner = (who: Who): MadeUser => {
    const person = people[who];
    if (!person) throw new Error(`Nobody is ${who}`);
    return person;
  };
  return {
    advertiser: owner('advertiser who owns it'),
    publisher: owner('publisher who owns it'),
    client: clientOf,
    moveTo: (who, network) => {
      const address =
        typeof network === 'number'
          ? `10.${network >> 8}.${network & 0xff}.${WHO.indexOf(who) + 1}`
          : (network ?? addressOf(who));
      clientOf(who).setHeader('X-Forwarded-For', address === 'here' ? null : address);
    },
    refresh: async (who) => {
      if (!people[who]) return;
      const { body } = await clientOf(who).get<{ user: unknown }>('/api/auth/me');
      if (!body.user) await signIn(who);
    },
    renewProofs: () => renewProofs(app.test.db),
  };
}
