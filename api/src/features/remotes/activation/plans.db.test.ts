import { silentLog } from '../../../platform/log';
import { makeAdmin } from '../../../testing';
import type { ReleaseActor } from '../releases.types';
import { noTrouble } from '../testRemotes';
import { createTokensService } from '../tokens/tokens.service';
import { type ActivationWorld, NAME, openActivation } from './testActivation';

const SECOND_MS = 1_000;
let world: ActivationWorld;
beforeEach(async () => {
  world = await openActivation();
});
afterEach(() => world.close());

const plan = (version: string, inSeconds: number, actor?: ReleaseActor) =>
  world.remotes.activation.activate(
    NAME,
    { version, why: 'At night', at: new Date(world.clock.nowMs() + inSeconds * SECOND_MS).toISOString() },
    world.by('At night', actor),
  );

it('are shown, happen at their time by one server, and are over then', async () => {
  await world.publish('1.0.0', '1.1.0');
  await world.activate('1.0.0');
  const { state } = await plan('1.1.0', 60);
  expect(state.active?.version).toBe('1.0.0');
  expect(state.planned).toEqual([
    {
      id: expect.any(Number),
      version: '1.1.0',
      at: '2026-11-16T12:01:00.000Z',
      why: 'At night',
      by: world.team.label,
    },
  ]);
  const other = world.open({ dataDir: world.remotes.scratch });
  await Promise.all([world.remotes, other].map(({ activation }) => activation.carryOutPlans()));
  expect(await world.given()).toEqual(['1.0.0', null, null]);
  world.clock.advance(61 * SECOND_MS);
  await Promise.all([world.remotes, other].map(({ activation }) => activation.carryOutPlans()));
  await Promise.all([world.remotes, other].map(({ activation }) => activation.refresh()));
  for (const one of [world.remotes, other]) expect(await world.given(one)).toEqual(['1.1.0', '1.0.0', null]);
  expect((await world.remotes.activation.state(NAME)).planned).toEqual([]);
  expect((await world.eventsOf()).slice(-2)).toEqual(['planned 1.1.0', 'activated 1.1.0']);
  const [last] = (await world.remotes.activation.history(NAME, undefined)).events;
  expect(last).toMatchObject({ by: world.team.label, why: 'At night' });
});

it('are refused when the gate has changed its mind, and somebody is told', async () => {
  const told: unknown[] = [];
  const remotes = world.open({
    dataDir: world.remotes.scratch,
    trouble: (on) => ({ ...noTrouble, tell: () => void told.push(on) }),
  });
  await world.publish('1.0.0', '1.1.0');
  await world.activate('1.0.0');
  await plan('1.1.0', 60);
  remotes.gate.refuse('1.1.0');
  world.clock.advance(61 * SECOND_MS);
  await remotes.activation.carryOutPlans();
  expect(await world.given()).toEqual(['1.0.0', null, null]);
  const [last] = (await world.remotes.activation.history(NAME, undefined)).events;
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
  await world.publish('1.0.0');
  await plan('1.0.0', 60);
  world.remotes.gate.refuse('1.0.0');
  world.clock.advance(61 * SECOND_MS);
  await world.remotes.activation.stop();
  await world.remotes.activation.carryOutPlans();
  expect((await world.remotes.activation.state(NAME)).planned).toHaveLength(1);
});

it('are cancelled, once', async () => {
  await world.publish('1.0.0');
  const { state } = await plan('1.0.0', 60);
  const id = state.planned[0]?.id ?? 0;
  await world.remotes.activation.cancelPlan(NAME, id, world.by('Not tonight'));
  await expect(world.remotes.activation.cancelPlan(NAME, id, world.by())).rejects.toMatchObject({
    code: 'NO_SUCH_PLAN',
  });
  world.clock.advance(61 * SECOND_MS);
  await world.remotes.activation.carryOutPlans();
  expect(await world.given()).toEqual([null, null, null]);
  expect(await world.eventsOf()).toEqual(['published 1.0.0', 'planned 1.0.0', 'plan_cancelled 1.0.0']);
});

it('are for a time to come, made once, and not without end', async () => {
  await world.publish('1.0.0');
  await expect(plan('1.0.0', -1)).rejects.toMatchObject({ status: 422 });
  await expect(plan('1.0.0', 400 * 86_400)).rejects.toMatchObject({ status: 422 });
  await plan('1.0.0', 60);
  expect((await plan('1.0.0', 60)).state.planned).toHaveLength(1);
  for (let more = 1; more < 20; more += 1) await plan('1.0.0', 60 + more);
  await expect(plan('1.0.0', 90)).rejects.toMatchObject({ code: 'TOO_MANY_PLANS' });
});

describe('come to nothing', () => {
  const MINUTE_S = 60;
  const carryOut = async (inSeconds: number) => {
    world.clock.advance(inSeconds * SECOND_MS);
    await world.remotes.activation.carryOutPlans();
  };
  const lastEvent = async () => (await world.remotes.activation.history(NAME, undefined)).events[0];
  const tokens = () => createTokensService({ db: world.test.db, clock: world.clock, log: silentLog });
  beforeEach(async () => {
    await world.publish('1.0.0', '1.1.0');
    await world.activate('1.0.0');
  });

  it('when the token that planned it was revoked, or has expired: nothing is tried for it', async () => {
    await plan('1.1.0', MINUTE_S);
    const asked = world.remotes.gate.asked.length;
    await tokens().revoke(world.team.id, { kind: 'command' });
    await carryOut(61);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    expect(await lastEvent()).toMatchObject({
      event: 'plan_refused',
      version: '1.1.0',
      by: 'network',
      why: 'The token that it was planned with was revoked, or has expired',
    });
    expect(world.remotes.gate.asked).toHaveLength(asked);
    const input = { remote: NAME, label: 'Of a day', days: 1 };
    const { token } = await tokens().make(input, { kind: 'command' });
    const actor: ReleaseActor = { kind: 'token', id: token.id, label: token.label, remote: NAME };
    await plan('1.1.0', 2 * 86_400, actor);
    await carryOut(3 * 86_400);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    expect((await world.remotes.activation.state(NAME)).planned).toEqual([]);
  });

  it('when its token is revoked while the gate looks', async () => {
    await plan('1.1.0', MINUTE_S);
    const { gate } = world.remotes;
    const admit = gate.admit;
    gate.admit = async (...given) => {
      await tokens().revoke(world.team.id, { kind: 'command' });
      return admit(...given);
    };
    await carryOut(61);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    expect((await lastEvent())?.event).toBe('plan_refused');
  });

  it.each([{ role: 'advertiser' } as const, { status: 'suspended' } as const])(
    'when whoever planned it is an admin no more: %j',
    async (change) => {
      const { id: userId, email } = await makeAdmin(world.test.db);
      await plan('1.1.0', MINUTE_S, { kind: 'admin', userId, email });
      await world.test.db.updateTable('app_user').set(change).where('id', '=', userId).execute();
      await carryOut(61);
      expect(await world.given()).toEqual(['1.0.0', null, null]);
      expect((await lastEvent())?.why).toBe('Whoever planned it is no active admin any more');
    },
  );

  it('of an admin who still is one: not at all', async () => {
    const { id: userId, email } = await makeAdmin(world.test.db);
    await plan('1.1.0', MINUTE_S, { kind: 'admin', userId, email });
    await carryOut(61);
    expect(await world.given()).toEqual(['1.1.0', '1.0.0', null]);
    expect((await lastEvent())?.by).toBe(email);
  });

  it('at once when people roll the release back: the night does not bring it back', async () => {
    await world.activate('1.1.0');
    await plan('1.1.0', MINUTE_S);
    await world.remotes.activation.rollback(NAME, undefined, world.by('It is broken'));
    expect((await world.remotes.activation.state(NAME)).planned).toEqual([]);
    expect(await lastEvent()).toMatchObject({
      event: 'plan_refused',
      version: '1.1.0',
      why: 'It was taken back since it was planned: It is broken',
    });
    await carryOut(61);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
  });

  it('at once when the network takes the release back, or ends its canary', async () => {
    const second = await world.remotes.activation.activate(NAME, { version: '1.1.0' }, world.by());
    expect(second.state.active?.version).toBe('1.1.0');
    const row = world.test.db.selectFrom('remote_release').select('id').where('version', '=', '1.1.0');
    const { id } = await row.executeTakeFirstOrThrow();
    await plan('1.1.0', MINUTE_S);
    expect(await world.remotes.activation.withdraw(NAME, id, 'It fails')).toBe(true);
    expect((await world.remotes.activation.state(NAME)).planned).toEqual([]);
    expect((await lastEvent())?.why).toBe('It was taken back by the network: It fails');
    await world.remotes.activation.canary(NAME, '1.1.0', 50, world.by());
    await plan('1.1.0', MINUTE_S);
    expect(await world.remotes.activation.withdraw(NAME, id, 'It fails')).toBe(true);
    expect((await world.remotes.activation.state(NAME)).planned).toEqual([]);
    await carryOut(61);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
  });

  it('not when people end a canary, nor when another release is rolled back', async () => {
    await world.publish('1.2.0');
    await world.activate('1.1.0');
    await plan('1.2.0', MINUTE_S);
    await world.remotes.activation.canary(NAME, '1.2.0', 5, world.by());
    await world.remotes.activation.stopCanary(NAME, world.by('Enough seen'));
    await world.remotes.activation.rollback(NAME, undefined, world.by());
    await carryOut(61);
    expect(await world.given()).toEqual(['1.2.0', '1.0.0', null]);
  });
});
