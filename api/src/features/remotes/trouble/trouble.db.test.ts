import type { AlertData } from '@ezdash/contracts';
import { buildApp, makeAdmin, makeAdvertiser } from '../../../testing';
import { fakeClock } from '../../../testing/fakeClock';
import { until } from '../../../testing/until';
import { LEAST_ACCOUNTS, LEAST_NETWORKS, MOST_OF_ONE } from './decide';
import { createPageTickets } from './pageTickets';
import { addressIn, openTrouble, TEST_SECRET, type TroubleWorld } from './testTrouble';

const NAME = 'mf-advertiser';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let world: TroubleWorld;

beforeEach(async () => {
  world = await openTrouble();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await world.publish(version);
  await world.activate('1.0.0');
  await world.hadPages('1.0.0', 40, 30);
  await world.activate('2.0.0');
});
afterEach(() => world.close());

const state = () => world.first.activation.state(NAME);
const activeVersion = async () => (await state()).active?.version;
const done = async () =>
  (await world.events())
    .filter(({ actor }) => actor === 'network')
    .map(({ event, version }) => [event, version]);
const counted = async (outcome: string) =>
  Number(
    new RegExp(`ezdash_remote_reports_total\\{outcome="${outcome}"\\} (\\d+)`).exec(
      await world.metrics.metrics(),
    )?.[1] ?? 0,
  );
const rows = () => world.test.db.selectFrom('remote_failure').selectAll().execute();

/** One page each in so many networks, all of which report. */
async function fail(networks: number, version = '2.0.0', from = 1): Promise<void> {
  for (let network = from; network < from + networks; network++)
    await world.report(world.givePage(network, version), { version });
}

describe('a release that fails in many networks', () => {
  it('is taken back by itself: the pointer moves, the history says why, operators hear of it', async () => {
    const operator = await makeAdmin(world.test.db);
    await fail(LEAST_NETWORKS - 1);
    await world.settle();
    expect(await activeVersion()).toBe('2.0.0');
    const ticket = world.givePage(99, '2.0.0');
    const begunMs = performance.now();
    expect(await world.report(ticket)).toBe(204);
    await until(activeVersion, (version) => version === '1.0.0', 'The release before');
    console.info(`Back ${Math.round(performance.now() - begunMs)} ms after the report that crossed the line`);

    expect(await done()).toEqual([['rolled_back', '1.0.0']]);
    const why = (await world.events()).at(-1)?.why;
    expect(why).toMatch(
      /^Trouble in 5 of \d+ pages \([\d.]+ %\) of 5 accounts in 5 networks; 0.0 % with 1.0.0$/,
    );
    expect(await world.metrics.metrics()).toContain(`ezdash_remote_withdrawals_total{remote="${NAME}"} 1`);

    const notices = () =>
      world.test.db.selectFrom('notice').selectAll().where('user_id', '=', operator.id).execute();
    const [notice] = await until(notices, (found) => found.length > 0, 'The notice');
    const data: Partial<AlertData['release_stopped']> = {
      remote: NAME,
      version: '2.0.0',
      what: 'withdrawn',
      now: '1.0.0',
      why: why ?? '',
    };
    expect(notice).toMatchObject({ event: 'release_stopped', href: '/admin/remotes', data });
    expect(world.publisher.sent).toContainEqual({
      to: 'operators',
      event: 'network.changed',
      payload: {},
    });
    const audit = await world.test.db.selectFrom('debug_audit').selectAll().execute();
    expect(audit).toEqual([
      expect.objectContaining({
        admin_id: null,
        method: 'NETWORK',
        path: `/api/operator/releases/${NAME}`,
        detail: expect.objectContaining({ what: 'withdrawn', version: '2.0.0', now: '1.0.0', why }),
      }),
    ]);
    expect(await world.brokenAuditRow()).toBeNull();
  });

  it('is measured by the tabs that were swapped to it, and not by those and the pages they were before', async () => {
    await world.hadPages('1.0.0', 100, 5);
    await world.hadPages('2.0.0', 100, 0);
    for (let network = 1; network <= 8; network++) await world.report(world.givePage(network));
    await until(activeVersion, (version) => version === '1.0.0', 'The release before');
    expect((await world.events()).at(-1)?.why).toMatch(/^Trouble in \d of 100 pages/);
  });

  it('is told of once, however often and by whomever the round is done', async () => {
    const operator = await makeAdmin(world.test.db);
    await fail(LEAST_NETWORKS);
    await world.settle();
    const { db } = world.test;
    const told = () => db.selectFrom('remote_event_told').selectAll().execute();
    await until(told, (found) => found.length > 0, 'The telling');
    await Promise.all([world.announce(), world.announce()]);
    expect(await db.selectFrom('debug_audit').select('id').execute()).toHaveLength(1);
    const notices = db.selectFrom('notice').select('id').where('user_id', '=', operator.id);
    expect(await notices.execute()).toHaveLength(1);
  });

  it('is taken back once, when two servers decide at the same time', async () => {
    await fail(LEAST_NETWORKS - 1);
    await world.settle();
    const tickets = [98, 99].map((network) => world.givePage(network, '2.0.0'));
    await Promise.all([world.report(tickets[0]), world.report(tickets[1], {}, 'second')]);
    await until(done, (events) => events.length > 0, 'The rollback');
    await world.settle();
    expect(await done()).toEqual([['rolled_back', '1.0.0']]);
  });

  it('ends as a canary, compared with the active release', async () => {
    const operator = await makeAdmin(world.test.db);
    const by = { actor: { kind: 'command' as const }, why: '' };
    await world.hadPages('2.0.0', 500, 5);
    await world.first.activation.canary(NAME, '3.0.0', 10, by);
    await fail(LEAST_NETWORKS, '3.0.0');
    await until(done, (events) => events.length > 0, 'The end of the canary');
    expect(await done()).toEqual([['canary_ended', '3.0.0']]);
    expect(await state()).toMatchObject({ active: { version: '2.0.0' }, canary: null });
    const notices = () =>
      world.test.db.selectFrom('notice').select('data').where('user_id', '=', operator.id).execute();
    const [notice] = await until(notices, (found) => found.length > 0, 'The notice');
    expect(notice?.data).toMatchObject({ what: 'canary_ended', version: '3.0.0', now: '2.0.0' });
  });
});

describe('stays', () => {
  const stays = async () => {
    await world.settle();
    expect(await done()).toEqual([]);
    expect(await activeVersion()).toBe('2.0.0');
  };

  it('when many pages of one network fail', async () => {
    for (let page = 0; page < 30; page++) await world.report(world.givePage(7, '2.0.0'));
    expect(await counted('counted')).toBe(30);
    await stays();
  });

  it('when somebody rents computers in many networks', async () => {
    for (let network = 1; network <= 20; network++)
      await world.report(world.giveRented(network, '2.0.0'), { version: '2.0.0' });
    expect(await counted('counted')).toBe(20);
    await stays();
  });

  it('when pages of a few networks fail, over and over', async () => {
    for (let page = 0; page < 5; page++) await fail(LEAST_NETWORKS - 1);
    expect(await counted('counted')).toBe(20);
    await stays();
  });

  it('when a few networks load and fail more pages than everybody else looks at', async () => {
    await world.hadPages('2.0.0', 600, 0);
    for (let page = 0; page < 2 * MOST_OF_ONE; page++) await fail(LEAST_NETWORKS);
    expect(await counted('counted')).toBe(LEAST_NETWORKS * 2 * MOST_OF_ONE);
    await stays();
  });

  it('when a few tabs fail in the first seconds, and most pages were given before', async () => {
    await world.hadPages('1.0.0', 400, 2);
    await fail(LEAST_NETWORKS);
    await stays();
  });

  it('when the release before failed as often', async () => {
    for (let network = 1; network <= 20; network++)
      await world.report(world.givePage(network), { version: '1.0.0' });
    await world.hadPages('1.0.0', 1, 0);
    await fail(10, '2.0.0', 100);
    expect(await counted('counted')).toBe(30);
    await stays();
  });

  it('when guests of many networks say that a page failed which no guest is shown', async () => {
    for (let network = 1; network <= 20; network++)
      await world.report(world.givePage(network, '2.0.0'), {}, 'first', null);
    expect(await counted('no-account')).toBe(20);
    expect(await rows()).toEqual([]);
    await stays();
  });

  it('when accounts of a role that is not shown it say so', async () => {
    for (let network = 1; network <= 20; network++)
      await world.report(world.givePage(network, '2.0.0'), {}, 'first', { id: network, role: 'publisher' });
    expect(await counted('no-account')).toBe(20);
    await stays();
  });

  it('when fewer accounts than it takes say so, from however many networks', async () => {
    for (let network = 1; network <= 20; network++) {
      const id = network % (LEAST_ACCOUNTS - 1);
      await world.report(world.givePage(network, '2.0.0'), {}, 'first', { id, role: 'advertiser' });
    }
    expect(await counted('counted')).toBe(20);
    await stays();
  });

  it('when a few accounts load and fail more pages than they are people, through many networks', async () => {
    await world.hadPages('2.0.0', 600, 0);
    for (let network = 1; network <= 12 * LEAST_ACCOUNTS; network++) {
      const id = network % LEAST_ACCOUNTS;
      await world.report(world.givePage(network, '2.0.0'), {}, 'first', { id, role: 'advertiser' });
    }
    expect(await counted('counted')).toBe(12 * LEAST_ACCOUNTS);
    await stays();
  });

  it('when failures are older than ten minutes', async () => {
    await fail(LEAST_NETWORKS - 1);
    world.clock.later(11 * MINUTE_MS);
    await fail(1, '2.0.0', 50);
    await stays();
  });
});

describe('a forged report counts nothing:', () => {
  const ofAnother = () =>
    createPageTickets({ secret: 'another environment', clock: world.clock }).make('10.9.9.9');
  const forgedFor = (network: number) => {
    const [page, at, , signature] = world.givePage(1).split('.');
    const other = world.givePage(network).split('.')[2];
    return [page, at, other, signature].join('.');
  };
  const expired = () =>
    createPageTickets({
      secret: TEST_SECRET,
      clock: fakeClock(new Date(world.clock.nowMs() - 13 * HOUR_MS).toISOString()),
    }).make('10.9.9.9');

  it.each([
    ['without a ticket', () => undefined],
    ['with another environment’s', ofAnother],
    ['with one that was moved to another network', forgedFor],
    ['with one that is over', expired],
    ['with one that is none', () => 'x'.repeat(300)],
  ])('%s', async (_, ticketOf) => {
    for (let network = 1; network <= 12; network++)
      expect(await world.report(ticketOf(1_000 + network))).toBe(204);
    await world.settle();
    expect(await rows()).toEqual([]);
    expect(await counted('no-ticket')).toBe(12);
    expect(await done()).toEqual([]);
  });

  it('again with one ticket, from whatever addresses', async () => {
    const ticket = world.givePage(3, '2.0.0');
    for (let sent = 0; sent < 12; sent++) await world.report(ticket);
    expect(await rows()).toHaveLength(1);
    expect(await counted('again')).toBe(11);
  });

  it('about a release that nobody is offered', async () => {
    await world.report(world.givePage(3), { version: '9.9.9' });
    expect(await counted('not-offered')).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('with a ticket that is too long', async () => {
    expect(await world.report('x'.repeat(301))).toBe(422);
  });
});

describe('afterwards', () => {
  const withdraw = async (version: string, from: number) => {
    await fail(LEAST_NETWORKS, version, from);
    await world.settle();
  };

  it('the release that visitors have again is not taken back as well', async () => {
    await world.activate('3.0.0');
    await withdraw('3.0.0', 1);
    expect(await activeVersion()).toBe('2.0.0');
    await withdraw('2.0.0', 100);
    expect(await activeVersion()).toBe('2.0.0');
    expect(await done()).toHaveLength(1);
  });

  it('who activates it again has the last word', async () => {
    await withdraw('2.0.0', 1);
    expect(await activeVersion()).toBe('1.0.0');
    await world.activate('2.0.0');
    await withdraw('2.0.0', 100);
    world.clock.later(11 * MINUTE_MS);
    await withdraw('2.0.0', 200);
    expect(await activeVersion()).toBe('2.0.0');
    expect(await done()).toEqual([['rolled_back', '1.0.0']]);
  });

  it('a canary that was ended is not ended again, and as the active one it is watched as any other', async () => {
    const by = { actor: { kind: 'command' as const }, why: '' };
    for (const from of [1, 100]) {
      await world.first.activation.canary(NAME, '3.0.0', 10, by);
      await withdraw('3.0.0', from);
    }
    expect((await state()).canary?.version).toBe('3.0.0');
    expect(await done()).toEqual([['canary_ended', '3.0.0']]);
    await world.activate('3.0.0');
    await withdraw('3.0.0', 200);
    expect(await activeVersion()).toBe('2.0.0');
  });

  it('a release that is not new is left to people', async () => {
    world.clock.later(7 * 24 * HOUR_MS);
    await withdraw('2.0.0', 1);
    expect(await done()).toEqual([]);
  });
});

it('pages for guests need no account: what fails in many networks is taken back', async () => {
  for (const version of ['4.0.0', '5.0.0']) {
    await world.publish(version, 'mf-auth');
    await world.activate(version, 'mf-auth');
  }
  for (let network = 1; network <= LEAST_NETWORKS; network++)
    await world.report(world.givePage(network), { remote: 'mf-auth', version: '5.0.0' }, 'first', null);
  await until(done, (events) => events.length > 0, 'The rollback');
  expect(await done()).toEqual([['rolled_back', '4.0.0']]);
  expect((await world.events()).at(-1)?.why).toMatch(/ of 5 networks; /);
});

it('who is signed in is known by the session of the report, and named by a hash of the day', async () => {
  const { test, first } = world;
  const app = await buildApp({ test, mounts: first.trouble.mounts, trustProxy: ['loopback'] });
  const advertiser = await makeAdvertiser(test.db);
  const client = app.client();
  await client.signIn(advertiser);
  const report = {
    remote: NAME,
    module: 'App',
    version: '2.0.0',
    phase: 'render',
    message: '',
    fellBackTo: null,
  };
  for (const network of [1, 2])
    await client.post('/api/remotes/failures', { ...report, ticket: world.givePage(network, '2.0.0') });
  await app.client().post('/api/remotes/failures', { ...report, ticket: world.givePage(3, '2.0.0') });
  await app.close();
  const [one, two, ...others] = await rows();
  expect(others).toEqual([]);
  expect(one?.account).toMatch(/^[\w-]{22}$/);
  expect(one?.account).toBe(two?.account);
  expect(one?.account?.[0]).toBe(one?.network[0]);
  expect(await counted('no-account')).toBe(1);
});

it('a tab that stays open counts once for each release that it is given, and its ticket is made anew', async () => {
  const { test, first } = world;
  const app = await buildApp({ test, hear: first.trouble.hear, trustProxy: ['loopback'] });
  const pages = async () => {
    const [, two] = await test.db.selectFrom('remote_release').select('id').orderBy('id').execute();
    const id = two?.id ?? 0;
    await first.trouble.stop();
    return (await first.trouble.of([id])).get(id)?.page_loads ?? 0;
  };
  const say = (ticket: string, given: string) =>
    fetch(`${app.url}/api/anything`, {
      headers: { 'x-page-ticket': ticket, 'x-remotes-given': given, 'x-forwarded-for': addressIn(77) },
    });
  const ticket = world.givePage(1);
  world.clock.later(13 * HOUR_MS);
  const answer = await say(ticket, `${NAME}/2.0.0,mf-settings/9.9.9,nonsense`);
  const renewed = answer.headers.get('x-page-ticket') ?? '';
  await say(renewed, `${NAME}/2.0.0`);
  await say(ticket, `${NAME}/2.0.0`);
  await say('x'.repeat(100), `${NAME}/2.0.0`);
  expect(await pages()).toBe(1);
  // As if it had been given now, where it asked from: the old one is over.
  await world.report(ticket, {}, 'first', { id: 1, role: 'advertiser' });
  await world.report(renewed, {}, 'first', { id: 1, role: 'advertiser' });
  await world.report(world.givePage(77, '2.0.0'), {}, 'first', { id: 1, role: 'advertiser' });
  await app.close();
  expect(await counted('no-ticket')).toBe(1);
  const networks = (await rows()).map(({ network }) => network);
  expect(networks).toHaveLength(2);
  expect(new Set(networks).size).toBe(1);
});

it('the only release of a remote has nothing to go back to, and stays', async () => {
  await world.publish('1.0.0', 'mf-auth');
  await world.activate('1.0.0', 'mf-auth');
  for (let network = 1; network <= 2 * LEAST_NETWORKS; network++)
    await world.report(world.givePage(network), { remote: 'mf-auth', version: '1.0.0' });
  expect(await counted('counted')).toBe(2 * LEAST_NETWORKS);
  await world.settle();
  expect(await done()).toEqual([]);
  expect((await world.first.activation.state('mf-auth')).active?.version).toBe('1.0.0');
});

it('pages and failures of a day are told, and go after a week', async () => {
  const { db } = world.test;
  for (let page = 0; page < 3; page++) world.givePage(1, '2.0.0');
  await world.report(world.givePage(1, '2.0.0'));
  await world.report(world.givePage(2, '2.0.0'));
  const [one, two] = await db.selectFrom('remote_release').select('id').orderBy('id').execute();
  const ids = [one?.id ?? 0, two?.id ?? 0];
  world.first.trouble.start();
  const figures = async () => (await world.first.trouble.of(ids)).get(ids[1] ?? 0);
  const now = await until(figures, (found) => found?.page_loads === 5, 'The pages');
  expect(now).toEqual({ failures: 2, page_loads: 5 });
  expect((await world.first.trouble.of(ids)).get(ids[0] ?? 0)).toEqual({ failures: 0, page_loads: 40 });
  expect(await world.first.trouble.of([])).toEqual(new Map());
  world.clock.later(25 * HOUR_MS);
  expect(await figures()).toEqual({ failures: 0, page_loads: 0 });
  expect(await rows()).toHaveLength(2);
  world.clock.later(7 * 24 * HOUR_MS);
  await world.jobs.send('remotes.tidyTrouble', {});
  await until(rows, (found) => found.length === 0, 'The end of old failures');
  const pages = () => db.selectFrom('remote_page_load').select('loads').execute();
  await until(pages, (found) => found.length === 0, 'The end of old counts');
});

it('pages that two servers gave are one number', async () => {
  const { db } = world.test;
  for (const { trouble } of [world.first, world.second])
    for (let page = 0; page < 4; page++) trouble.countPage(NAME, '2.0.0');
  await world.second.trouble.stop();
  await world.first.trouble.stop();
  const [, two] = await db.selectFrom('remote_release').select('id').orderBy('id').execute();
  const id = two?.id ?? 0;
  expect((await world.first.trouble.of([id])).get(id)?.page_loads).toBe(8);
  const found = await db.selectFrom('remote_page_load').select('node').where('release_id', '=', id).execute();
  expect(new Set(found.map(({ node }) => node))).toEqual(new Set(['one', 'two']));
});
