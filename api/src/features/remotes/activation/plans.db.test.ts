import { createTestDb, type FakeClock, fakeClock, type TestDb } from '../../../testing';
import type { ReleaseActor } from '../releases.types';
import { createTestRemotes, noTrouble, type TestRemotes } from '../testRemotes';

jest.setTimeout(60_000);

const NAME = 'mf-advertiser';
const SECOND_MS = 1_000;
const team: ReleaseActor = { kind: 'token', id: 1, label: 'Build of the team', remote: NAME };
const by = (why = '') => ({ actor: team, why });

let test_: TestDb;
let clock: FakeClock;
let remotes: TestRemotes;
let opened: TestRemotes[] = [];
const open = (options: Parameters<typeof createTestRemotes>[1] = {}) => {
  const made = createTestRemotes(test_, { clock, ...options });
  opened.push(made);
  return made;
};

beforeEach(async () => {
  test_ = await createTestDb();
  clock = fakeClock();
  opened = [];
  remotes = open();
});
afterEach(async () => {
  for (const one of opened) await one.close();
  await test_.drop();
});

const publish = async (...versions: string[]) => {
  for (const version of versions) await remotes.publish(version);
};
const activate = (version: string) => remotes.activation.activate(NAME, { version, why: '' }, by());
const given = async (of = remotes) => {
  const { active, previous } = await of.activation.state(NAME);
  return [active?.version ?? null, previous];
};
const eventsOf = async () => {
  const { events } = await remotes.activation.history(NAME, undefined);
  return events.map(({ event, version }) => `${event} ${version}`).reverse();
};
const plan = (version: string, inSeconds: number) =>
  remotes.activation.activate(
    NAME,
    { version, why: 'At night', at: new Date(clock.nowMs() + inSeconds * SECOND_MS).toISOString() },
    by('At night'),
  );

it('are shown, happen at their time by one server, and are over then', async () => {
  await publish('1.0.0', '1.1.0');
  await activate('1.0.0');
  const { state } = await plan('1.1.0', 60);
  expect(state.active?.version).toBe('1.0.0');
  expect(state.planned).toEqual([
    {
      id: expect.any(Number),
      version: '1.1.0',
      at: '2026-11-16T12:01:00.000Z',
      why: 'At night',
      by: team.label,
    },
  ]);
  const other = open({ dataDir: remotes.scratch });
  await Promise.all([remotes, other].map(({ activation }) => activation.carryOutPlans()));
  expect(await given()).toEqual(['1.0.0', null]);
  clock.advance(61 * SECOND_MS);
  await Promise.all([remotes, other].map(({ activation }) => activation.carryOutPlans()));
  await Promise.all([remotes, other].map(({ activation }) => activation.refresh()));
  for (const one of [remotes, other]) expect(await given(one)).toEqual(['1.1.0', '1.0.0']);
  expect((await remotes.activation.state(NAME)).planned).toEqual([]);
  expect((await eventsOf()).slice(-2)).toEqual(['planned 1.1.0', 'activated 1.1.0']);
  const [last] = (await remotes.activation.history(NAME, undefined)).events;
  expect(last).toMatchObject({ by: team.label, why: 'At night' });
});

it('are refused when the gate has changed its mind, and somebody is told', async () => {
  const told: unknown[] = [];
  remotes = open({
    dataDir: remotes.scratch,
    trouble: (on) => ({ ...noTrouble, tell: () => void told.push(on) }),
  });
  await publish('1.0.0', '1.1.0');
  await activate('1.0.0');
  await plan('1.1.0', 60);
  remotes.gate.refuse('1.1.0');
  clock.advance(61 * SECOND_MS);
  await remotes.activation.carryOutPlans();
  expect(await given()).toEqual(['1.0.0', null]);
  const [last] = (await remotes.activation.history(NAME, undefined)).events;
  expect(last).toMatchObject({
    event: 'plan_refused',
    version: '1.1.0',
    by: 'network',
    why: 'entry: It throws',
    at: '2026-11-16T12:01:00.000Z',
  });
  expect(told).toHaveLength(1);
  await remotes.activation.carryOutPlans();
  expect(told).toHaveLength(1);
});

it('are not refused by a server that stops', async () => {
  await publish('1.0.0');
  await plan('1.0.0', 60);
  remotes.gate.refuse('1.0.0');
  clock.advance(61 * SECOND_MS);
  await remotes.activation.stop();
  await remotes.activation.carryOutPlans();
  expect((await remotes.activation.state(NAME)).planned).toHaveLength(1);
});

it('are cancelled, once', async () => {
  await publish('1.0.0');
  const { state } = await plan('1.0.0', 60);
  const id = state.planned[0]?.id ?? 0;
  await remotes.activation.cancelPlan(NAME, id, by('Not tonight'));
  await expect(remotes.activation.cancelPlan(NAME, id, by())).rejects.toMatchObject({
    code: 'NO_SUCH_PLAN',
  });
  clock.advance(61 * SECOND_MS);
  await remotes.activation.carryOutPlans();
  expect(await given()).toEqual([null, null]);
  expect(await eventsOf()).toEqual(['published 1.0.0', 'planned 1.0.0', 'plan_cancelled 1.0.0']);
});

it('are for a time to come, made once, and not without end', async () => {
  await publish('1.0.0');
  await expect(plan('1.0.0', -1)).rejects.toMatchObject({ status: 422 });
  await expect(plan('1.0.0', 400 * 86_400)).rejects.toMatchObject({ status: 422 });
  await plan('1.0.0', 60);
  expect((await plan('1.0.0', 60)).state.planned).toHaveLength(1);
  for (let more = 1; more < 20; more += 1) await plan('1.0.0', 60 + more);
  await expect(plan('1.0.0', 90)).rejects.toMatchObject({ code: 'TOO_MANY_PLANS' });
});
