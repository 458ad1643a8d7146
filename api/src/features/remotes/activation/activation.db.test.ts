import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remoteReleases } from '@ezdash/contracts';
import { createLog } from '../../../platform/log';
import { makeAdmin } from '../../../testing';
import { packedFiles, textsOf, zip } from '../publish/testArchive';
import type { ReleaseActor } from '../releases.types';
import { makeShell } from '../testReleases';
import { type ActivationWorld, NAME, openActivation } from './testActivation';

let world: ActivationWorld;
beforeEach(async () => {
  world = await openActivation();
});
afterEach(() => world.close());

describe('what a server starts with', () => {
  it('becomes active, with what was active before to fall back to', async () => {
    await world.remotes.activation.publishBuilds([world.remotes.dist()]);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    await world.remotes.activation.publishBuilds([
      world.remotes.dist({ version: '1.1.0', buildId: '000000000011' }),
    ]);
    expect(await world.given()).toEqual(['1.1.0', '1.0.0', null]);
  });

  it('changes nothing when it is the same build again', async () => {
    const dist = world.remotes.dist();
    for (let start = 0; start < 2; start += 1) await world.remotes.activation.publishBuilds([dist]);
    expect(await world.eventsOf()).toEqual(['published 1.0.0', 'started 1.0.0']);
  });

  it('leaves what was done by hand since the last start of the same build', async () => {
    await world.remotes.activation.publishBuilds([world.remotes.dist()]);
    const second = world.remotes.dist({ version: '1.1.0', buildId: '000000000011' });
    await world.remotes.activation.publishBuilds([second]);
    await world.remotes.activation.rollback(NAME, undefined, world.by());
    const again = world.open({ dataDir: world.remotes.scratch });
    await again.activation.publishBuilds([second]);
    expect(await world.given(again)).toEqual(['1.0.0', null, null]);
  });

  it('leaves to people what was sent from the same folder: given to some, to nobody, or taken back', async () => {
    await world.remotes.activation.publishBuilds([world.remotes.dist()]);
    const packed = packedFiles(textsOf('sent'), { version: '1.1.0', buildId: '000000000011' });
    const dist = path.join(world.remotes.scratch, 'sent');
    mkdirSync(dist);
    for (const [name, text] of Object.entries(packed)) writeFileSync(path.join(dist, name), text);
    const start = () => world.remotes.activation.publishBuilds([dist]);
    await world.remotes.publishing.publish(
      { kind: 'command' },
      { remote: NAME, archive: zip(packed), commit: null },
    );
    await start();
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    await world.remotes.activation.canary(NAME, '1.1.0', 5, world.by());
    await start();
    expect(await world.given()).toEqual(['1.0.0', null, '1.1.0']);
    await world.activate('1.1.0');
    await world.remotes.activation.rollback(NAME, undefined, world.by('It is broken'));
    await start();
    expect(await world.given()).toEqual(['1.0.0', null, null]);
  });

  it('leaves what people activated, and is published for them to activate', async () => {
    const lines: string[] = [];
    const log = createLog({ production: true, level: 'info', write: (line) => lines.push(line) });
    const server = world.open({ dataDir: world.remotes.scratch, log });
    await server.activation.publishBuilds([server.dist()]);
    await server.publish('1.1.0');
    await world.activate('1.1.0');
    const built = server.dist({ version: '1.2.0', buildId: '000000000012' });
    for (let start = 0; start < 2; start += 1) await server.activation.publishBuilds([built]);
    expect(await world.given(server)).toEqual(['1.1.0', '1.0.0', null]);
    const { state } = await server.activation.releases(NAME, undefined);
    expect(state.built).toBe('1.2.0');
    const { events } = await server.activation.history(NAME, undefined);
    expect(events.filter(({ event }) => event === 'built')).toMatchObject([
      { version: '1.2.0', by: 'start', why: '1.1.0 was activated by people' },
    ]);
    const told = lines.filter((line) => line.includes('"event":"release.built"'));
    expect(JSON.parse(told[0] ?? '{}')).toMatchObject({
      remote: NAME,
      version: '1.2.0',
      msg: 'Built into the server, not active: activate it',
    });
    expect(told).toHaveLength(1);
    await server.activation.activate(NAME, { version: '1.2.0' }, world.by());
    expect((await server.activation.state(NAME)).built).toBeNull();
  });

  it('follows what a start made active, also where people went back to it', async () => {
    await world.remotes.activation.publishBuilds([world.remotes.dist()]);
    await world.publish('1.1.0');
    await world.activate('1.1.0');
    await world.remotes.activation.rollback(NAME, undefined, world.by());
    const next = world.remotes.dist({ version: '1.2.0', buildId: '000000000012' });
    await world.remotes.activation.publishBuilds([next]);
    expect(await world.given()).toEqual(['1.2.0', '1.0.0', null]);
    expect((await world.remotes.activation.state(NAME)).built).toBeNull();
  });

  it('takes the place of what people activated when that has gone, or when its shell cannot run it', async () => {
    await world.publish('1.0.0', '1.1.0');
    await world.activate('1.0.0');
    rmSync(path.join(world.remotes.scratch, 'remotes', NAME, '1.0.0'), { recursive: true });
    const without = world.open({ dataDir: world.remotes.scratch });
    await without.activation.publishBuilds([without.dist({ version: '2.0.0', buildId: '000000000020' })]);
    expect((await world.given(without))[0]).toBe('2.0.0');
    await world.activate('1.1.0');
    const upgraded = world.open({
      dataDir: world.remotes.scratch,
      shell: makeShell({ pluginVersion: '3.0.0' }),
    });
    const build = { version: '3.0.0', pluginVersion: '3.0.0', buildId: '000000000030' };
    await upgraded.activation.publishBuilds([upgraded.dist(build)]);
    expect(await world.given(upgraded)).toEqual(['3.0.0', null, null]);
  });

  it('is an older build again when that was built', async () => {
    const first = world.remotes.dist();
    await world.remotes.activation.publishBuilds([first]);
    await world.remotes.activation.publishBuilds([
      world.remotes.dist({ version: '1.1.0', buildId: '000000000011' }),
    ]);
    await world.remotes.activation.publishBuilds([first]);
    expect(await world.given()).toEqual(['1.0.0', '1.1.0', null]);
  });

  it('is nothing that its shell cannot run, and nothing that was not built; others start all the same', async () => {
    const foreign = world.remotes.dist({ version: '2.0.0', pluginVersion: '3.0.0', buildId: '000000000020' });
    await world.remotes.activation.publishBuilds([
      path.join(world.remotes.scratch, 'nothing'),
      world.remotes.dist(),
      foreign,
    ]);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
  });

  it('is started once by servers that start at the same time', async () => {
    const dist = world.remotes.dist();
    const other = world.open({ dataDir: world.remotes.scratch });
    await Promise.all([world.remotes, other].map(({ activation }) => activation.publishBuilds([dist])));
    expect((await world.eventsOf()).filter((event) => event.startsWith('started'))).toHaveLength(1);
    expect(await world.given(other)).toEqual(['1.0.0', null, null]);
  });
});

describe('activating', () => {
  it('goes through the gate, ends a canary, and says who, when and why', async () => {
    await world.publish('1.0.0', '1.1.0');
    const admin = await makeAdmin(world.test.db);
    await world.activate('1.0.0');
    await world.remotes.activation.canary(NAME, '1.1.0', 5, world.by());
    expect(await world.given()).toEqual(['1.0.0', null, '1.1.0']);
    const actor = { kind: 'admin', userId: admin.id, email: admin.email } as const;
    const { state, verdict } = await world.remotes.activation.activate(
      NAME,
      { version: '1.1.0', why: 'It holds' },
      world.by('It holds', actor),
    );
    expect(verdict?.passed).toBe(true);
    expect(state).toMatchObject({ active: { version: '1.1.0' }, previous: '1.0.0', canary: null });
    expect(world.remotes.gate.asked).toEqual(['1.0.0', '1.1.0', '1.1.0']);
    const { events } = await world.remotes.activation.history(NAME, undefined);
    expect(events[0]).toMatchObject({
      event: 'activated',
      by: admin.email,
      why: 'It holds',
      version: '1.1.0',
    });
    expect(events[1]).toMatchObject({ event: 'canary', percent: 5, by: 'Build of the team' });
  });

  it('of what is active already changes nothing and says so', async () => {
    await world.publish('1.0.0');
    await world.activate('1.0.0');
    const before = world.remotes.activation.revision();
    const { state } = await world.activate('1.0.0');
    expect([state.active?.version, world.remotes.activation.revision()]).toEqual(['1.0.0', before]);
  });

  it('is refused by the gate with its verdict, and nothing changes', async () => {
    await world.publish('1.0.0', '1.1.0');
    await world.activate('1.0.0');
    world.remotes.gate.refuse('1.1.0');
    const refusal = { status: 409, code: 'GATE_REFUSED', verdict: { passed: false } };
    await expect(world.activate('1.1.0')).rejects.toMatchObject(refusal);
    await expect(world.remotes.activation.canary(NAME, '1.1.0', 5, world.by())).rejects.toMatchObject(
      refusal,
    );
    expect(await world.given()).toEqual(['1.0.0', null, null]);
  });

  it('of what was never published is a 404', async () => {
    await world.publish('1.0.0');
    await expect(world.activate('9.9.9')).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_RELEASE' });
    await expect(world.remotes.activation.state('mf-nobody')).rejects.toMatchObject({
      code: 'NO_SUCH_REMOTE',
    });
  });

  it('by many at once happens one after the other, and all servers agree', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
    await world.publish(...versions);
    const other = world.open({ dataDir: world.remotes.scratch });
    const calls = Array.from({ length: 24 }, (_, index) => {
      const { activation } = index % 2 === 0 ? world.remotes : other;
      const version = versions[index % versions.length] ?? '';
      if (index % 5 === 3) return activation.rollback(NAME, undefined, world.by()).catch(() => null);
      return activation.activate(NAME, { version, why: '' }, world.by());
    });
    await Promise.all(calls);
    await Promise.all([world.remotes.activation.refresh(), other.activation.refresh()]);
    expect(await world.given(other)).toEqual(await world.given());
    expect(other.activation.revision()).toBe(world.remotes.activation.revision());
    const fresh = world.open({ dataDir: world.remotes.scratch });
    await fresh.activation.refresh();
    expect(await world.given(fresh)).toEqual(await world.given());
  });
});

describe('going back', () => {
  it('leads to the release before, and never again to what was left', async () => {
    await world.publish('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await world.activate(version);
    await world.remotes.activation.rollback(NAME, undefined, world.by('It is slow'));
    expect(await world.given()).toEqual(['1.1.0', '1.0.0', null]);
    await world.remotes.activation.rollback(NAME, undefined, world.by());
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    await expect(world.remotes.activation.rollback(NAME, undefined, world.by())).rejects.toMatchObject({
      status: 409,
      code: 'NOTHING_BEFORE',
    });
    expect(world.remotes.gate.asked).toHaveLength(3);
  });

  it('leads to any that everybody had, and to no other', async () => {
    await world.publish('1.0.0', '1.1.0', '1.2.0', '1.3.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await world.activate(version);
    const { state } = await world.remotes.activation.rollback(NAME, '1.0.0', world.by());
    expect([state.active?.version, state.previous]).toEqual(['1.0.0', null]);
    await expect(world.remotes.activation.rollback(NAME, '1.3.0', world.by())).rejects.toMatchObject({
      code: 'NEVER_ACTIVE',
    });
  });

  it('passes over what lies on no disk and what the shell cannot run', async () => {
    await world.publish('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await world.activate(version);
    rmSync(path.join(world.remotes.scratch, 'remotes', NAME, '1.1.0'), { recursive: true });
    const again = world.open({ dataDir: world.remotes.scratch });
    await again.activation.refresh();
    expect(await world.given(again)).toEqual(['1.2.0', '1.0.0', null]);
    const upgraded = world.open({
      dataDir: world.remotes.scratch,
      shell: makeShell({ pluginVersion: '3.0.0' }),
    });
    await upgraded.activation.refresh();
    expect(await world.given(upgraded)).toEqual([null, null, null]);
  });
});

describe('a canary', () => {
  it('is of another release than everybody’s, has its share changed, and is stopped', async () => {
    await world.publish('1.0.0', '1.1.0');
    await world.activate('1.0.0');
    await expect(world.remotes.activation.canary(NAME, '1.0.0', 5, world.by())).rejects.toMatchObject({
      code: 'ALREADY_ACTIVE',
    });
    await world.remotes.activation.canary(NAME, '1.1.0', 0.1, world.by());
    const { state } = await world.remotes.activation.canary(NAME, '1.1.0', 99.9, world.by());
    expect(state.canary).toMatchObject({ version: '1.1.0', percent: 99.9 });
    const before = world.remotes.activation.revision();
    await world.remotes.activation.canary(NAME, '1.1.0', 99.9, world.by());
    expect(world.remotes.activation.revision()).toBe(before);
    await world.remotes.activation.stopCanary(NAME, world.by());
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    await expect(world.remotes.activation.stopCanary(NAME, world.by())).rejects.toMatchObject({
      code: 'NO_CANARY',
    });
  });
});

describe('what the network takes back by itself', () => {
  const ids = async (...versions: string[]) => {
    const made = [];
    for (const version of versions) made.push((await world.remotes.publish(version)).id);
    return made;
  };

  it('is the active release, for the one before, unless somebody was faster', async () => {
    const [first = 0, second = 0] = await ids('1.0.0', '1.1.0');
    await world.activate('1.0.0');
    expect(await world.remotes.activation.withdraw(NAME, first, 'Nothing before')).toBe(false);
    await world.activate('1.1.0');
    const other = world.open({ dataDir: world.remotes.scratch });
    await other.activation.refresh();
    const both = [world.remotes, other].map(({ activation }) =>
      activation.withdraw(NAME, second, 'It fails'),
    );
    expect((await Promise.all(both)).sort()).toEqual([false, true]);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    const [last] = (await world.remotes.activation.history(NAME, undefined)).events;
    expect(last).toMatchObject({ event: 'rolled_back', version: '1.0.0', by: 'network', why: 'It fails' });
  });

  it('is the canary, which ends', async () => {
    const [, second = 0] = await ids('1.0.0', '1.1.0');
    await world.activate('1.0.0');
    await world.remotes.activation.canary(NAME, '1.1.0', 50, world.by());
    expect(await world.remotes.activation.withdraw(NAME, second, 'It fails')).toBe(true);
    expect(await world.given()).toEqual(['1.0.0', null, null]);
    expect((await world.eventsOf()).at(-1)).toBe('canary_ended 1.1.0');
  });
});

describe('the list of releases', () => {
  it('has what was published, newest first, in pages', async () => {
    await world.publish('1.0.0', '1.1.0');
    const { state, releases, next } = remoteReleases.parse(
      await world.remotes.activation.releases(NAME, undefined),
    );
    expect([state.remote, next]).toEqual([NAME, null]);
    expect(releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
    expect(releases[0]).toMatchObject({
      remote: NAME,
      publisher: 'start',
      commit: null,
      contract_version: 1,
      plugin_version: '2.9.2',
      shared: { react: '^19.3.0' },
      byte_count: 9,
      brotli_byte_count: 9,
      has_types: false,
      was_active: false,
      trouble: { failures: 0, page_loads: 0 },
    });
    await world.activate('1.0.0');
    const older = await world.remotes.activation.releases(NAME, '1.1.0');
    expect(older.releases.map(({ was_active: wasActive }) => wasActive)).toEqual([true]);
    expect(older.releases.map(({ version }) => version)).toEqual(['1.0.0']);
    await expect(world.remotes.activation.releases(NAME, '7.0.0')).rejects.toMatchObject({ status: 404 });
  });

  it('goes on behind its fiftieth', async () => {
    for (let minor = 0; minor < 52; minor += 1) await world.remotes.publish(`1.${minor}.0`);
    const first = await world.remotes.activation.releases(NAME, undefined);
    expect([first.releases.length, first.next]).toEqual([50, '1.2.0']);
    const second = await world.remotes.activation.releases(NAME, first.next ?? '');
    expect(second.releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
    const history = await world.remotes.activation.history(NAME, undefined);
    expect(history.events).toHaveLength(50);
    const rest = await world.remotes.activation.history(NAME, history.next ?? 0);
    expect(rest.events.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  });

  it('of remotes names who answers for each', async () => {
    await world.remotes.publish('1.0.0', {
      manifest: {
        name: NAME,
        namespace: 'advertiser',
        team: 'advertisers',
        contractVersion: 1,
        pages: [],
        navigation: [],
      },
    });
    expect(await world.remotes.activation.summaries(null)).toMatchObject([
      { remote: NAME, team: 'advertisers', active: null, trouble: { failures: 0, page_loads: 0 } },
    ]);
    expect(await world.remotes.activation.summaries('mf-other')).toEqual([]);
  });
});

it('a change is in the log by the number of whoever made it, never by their address', async () => {
  const lines: string[] = [];
  const log = createLog({ production: true, level: 'info', write: (line) => lines.push(line) });
  const logged = world.open({ log });
  const admin = await makeAdmin(world.test.db);
  await logged.publish('1.0.0');
  const actor: ReleaseActor = { kind: 'admin', userId: admin.id, email: admin.email };
  await logged.activation.activate(NAME, { version: '1.0.0', why: '' }, world.by('Ready', actor));
  const line = lines.find((one) => one.includes('"event":"release.changed"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    remote: NAME,
    by: 'admin',
    userId: admin.id,
    why: 'Ready',
  });
  expect(lines.join('')).not.toContain(admin.email);
});
