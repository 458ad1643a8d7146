import { rmSync } from 'node:fs';
import path from 'node:path';
import { releaseHistory, remoteReleases, remoteState } from '@ezdash/contracts';
import { createTestDb, type FakeClock, fakeClock, makeAdmin, type TestDb } from '../../../testing';
import type { ReleaseActor } from '../releases.types';
import { makeShell } from '../testReleases';
import { createTestRemotes, type TestRemotes } from '../testRemotes';

jest.setTimeout(60_000);

const NAME = 'mf-advertiser';
const team: ReleaseActor = { kind: 'token', id: 1, label: 'Build of the team', remote: NAME };
const by = (why = '', actor: ReleaseActor = team) => ({ actor, why });

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
const activate = (version: string, actor = team) =>
  remotes.activation.activate(NAME, { version, why: '' }, by('', actor));
const given = async (of = remotes) => {
  const { active, previous, canary } = remoteState.parse(await of.activation.state(NAME));
  return [active?.version ?? null, previous, canary?.version ?? null];
};
const eventsOf = async () => {
  const { events } = releaseHistory.parse(await remotes.activation.history(NAME, undefined));
  return events.map(({ event, version }) => `${event} ${version}`).reverse();
};

describe('what a server starts with', () => {
  it('becomes active, with what was active before to fall back to', async () => {
    await remotes.activation.publishBuilds([remotes.dist()]);
    expect(await given()).toEqual(['1.0.0', null, null]);
    await remotes.activation.publishBuilds([remotes.dist({ version: '1.1.0', buildId: '000000000011' })]);
    expect(await given()).toEqual(['1.1.0', '1.0.0', null]);
  });

  it('changes nothing when it is the same build again', async () => {
    const dist = remotes.dist();
    for (let start = 0; start < 2; start += 1) await remotes.activation.publishBuilds([dist]);
    expect(await eventsOf()).toEqual(['published 1.0.0', 'started 1.0.0']);
  });

  it('leaves what was done by hand since the last start of the same build', async () => {
    await remotes.activation.publishBuilds([remotes.dist()]);
    const second = remotes.dist({ version: '1.1.0', buildId: '000000000011' });
    await remotes.activation.publishBuilds([second]);
    await remotes.activation.rollback(NAME, undefined, by());
    const again = open({ dataDir: remotes.scratch });
    await again.activation.publishBuilds([second]);
    expect(await given(again)).toEqual(['1.0.0', null, null]);
  });

  it('is an older build again when that was built', async () => {
    const first = remotes.dist();
    await remotes.activation.publishBuilds([first]);
    await remotes.activation.publishBuilds([remotes.dist({ version: '1.1.0', buildId: '000000000011' })]);
    await remotes.activation.publishBuilds([first]);
    expect(await given()).toEqual(['1.0.0', '1.1.0', null]);
  });

  it('is nothing that its shell cannot run, and nothing that was not built; others start all the same', async () => {
    const foreign = remotes.dist({ version: '2.0.0', pluginVersion: '3.0.0', buildId: '000000000020' });
    await remotes.activation.publishBuilds([path.join(remotes.scratch, 'nothing'), remotes.dist(), foreign]);
    expect(await given()).toEqual(['1.0.0', null, null]);
  });

  it('is started once by servers that start at the same time', async () => {
    const dist = remotes.dist();
    const other = open({ dataDir: remotes.scratch });
    await Promise.all([remotes, other].map(({ activation }) => activation.publishBuilds([dist])));
    expect((await eventsOf()).filter((event) => event.startsWith('started'))).toHaveLength(1);
    expect(await given(other)).toEqual(['1.0.0', null, null]);
  });
});

describe('activating', () => {
  it('goes through the gate, ends a canary, and says who, when and why', async () => {
    await publish('1.0.0', '1.1.0');
    const admin = await makeAdmin(test_.db);
    await activate('1.0.0');
    await remotes.activation.canary(NAME, '1.1.0', 5, by());
    expect(await given()).toEqual(['1.0.0', null, '1.1.0']);
    const actor = { kind: 'admin', userId: admin.id, email: admin.email } as const;
    const { state, verdict } = await remotes.activation.activate(
      NAME,
      { version: '1.1.0', why: 'It holds' },
      by('It holds', actor),
    );
    expect(verdict?.passed).toBe(true);
    expect(state).toMatchObject({ active: { version: '1.1.0' }, previous: '1.0.0', canary: null });
    expect(remotes.gate.asked).toEqual(['1.0.0', '1.1.0', '1.1.0']);
    const { events } = await remotes.activation.history(NAME, undefined);
    expect(events[0]).toMatchObject({
      event: 'activated',
      by: admin.email,
      why: 'It holds',
      version: '1.1.0',
    });
    expect(events[1]).toMatchObject({ event: 'canary', percent: 5, by: 'Build of the team' });
  });

  it('of what is active already changes nothing and says so', async () => {
    await publish('1.0.0');
    await activate('1.0.0');
    const before = remotes.activation.revision();
    const { state } = await activate('1.0.0');
    expect([state.active?.version, remotes.activation.revision()]).toEqual(['1.0.0', before]);
  });

  it('is refused by the gate with its verdict, and nothing changes', async () => {
    await publish('1.0.0', '1.1.0');
    await activate('1.0.0');
    remotes.gate.refuse('1.1.0');
    const refusal = { status: 409, code: 'GATE_REFUSED', verdict: { passed: false } };
    await expect(activate('1.1.0')).rejects.toMatchObject(refusal);
    await expect(remotes.activation.canary(NAME, '1.1.0', 5, by())).rejects.toMatchObject(refusal);
    expect(await given()).toEqual(['1.0.0', null, null]);
  });

  it('of what was never published is a 404', async () => {
    await publish('1.0.0');
    await expect(activate('9.9.9')).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_RELEASE' });
    await expect(remotes.activation.state('mf-nobody')).rejects.toMatchObject({ code: 'NO_SUCH_REMOTE' });
  });

  it('by many at once happens one after the other, and all servers agree', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
    await publish(...versions);
    const other = open({ dataDir: remotes.scratch });
    const calls = Array.from({ length: 24 }, (_, index) => {
      const { activation } = index % 2 === 0 ? remotes : other;
      const version = versions[index % versions.length] ?? '';
      if (index % 5 === 3) return activation.rollback(NAME, undefined, by()).catch(() => null);
      return activation.activate(NAME, { version, why: '' }, by());
    });
    await Promise.all(calls);
    await Promise.all([remotes.activation.refresh(), other.activation.refresh()]);
    expect(await given(other)).toEqual(await given());
    expect(other.activation.revision()).toBe(remotes.activation.revision());
    const fresh = open({ dataDir: remotes.scratch });
    await fresh.activation.refresh();
    expect(await given(fresh)).toEqual(await given());
  });
});

describe('going back', () => {
  it('leads to the release before, and never again to what was left', async () => {
    await publish('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await activate(version);
    await remotes.activation.rollback(NAME, undefined, by('It is slow'));
    expect(await given()).toEqual(['1.1.0', '1.0.0', null]);
    await remotes.activation.rollback(NAME, undefined, by());
    expect(await given()).toEqual(['1.0.0', null, null]);
    await expect(remotes.activation.rollback(NAME, undefined, by())).rejects.toMatchObject({
      status: 409,
      code: 'NOTHING_BEFORE',
    });
    expect(remotes.gate.asked).toHaveLength(3);
  });

  it('leads to any that everybody had, and to no other', async () => {
    await publish('1.0.0', '1.1.0', '1.2.0', '1.3.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await activate(version);
    const { state } = await remotes.activation.rollback(NAME, '1.0.0', by());
    expect([state.active?.version, state.previous]).toEqual(['1.0.0', null]);
    await expect(remotes.activation.rollback(NAME, '1.3.0', by())).rejects.toMatchObject({
      code: 'NEVER_ACTIVE',
    });
  });

  it('passes over what lies on no disk and what the shell cannot run', async () => {
    await publish('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await activate(version);
    rmSync(path.join(remotes.scratch, 'remotes', NAME, '1.1.0'), { recursive: true });
    const again = open({ dataDir: remotes.scratch });
    await again.activation.refresh();
    expect(await given(again)).toEqual(['1.2.0', '1.0.0', null]);
    const upgraded = open({ dataDir: remotes.scratch, shell: makeShell({ pluginVersion: '3.0.0' }) });
    await upgraded.activation.refresh();
    expect(await given(upgraded)).toEqual([null, null, null]);
  });
});

describe('a canary', () => {
  it('is of another release than everybody’s, has its share changed, and is stopped', async () => {
    await publish('1.0.0', '1.1.0');
    await activate('1.0.0');
    await expect(remotes.activation.canary(NAME, '1.0.0', 5, by())).rejects.toMatchObject({
      code: 'ALREADY_ACTIVE',
    });
    await remotes.activation.canary(NAME, '1.1.0', 0.1, by());
    const { state } = await remotes.activation.canary(NAME, '1.1.0', 99.9, by());
    expect(state.canary).toMatchObject({ version: '1.1.0', percent: 99.9 });
    const before = remotes.activation.revision();
    await remotes.activation.canary(NAME, '1.1.0', 99.9, by());
    expect(remotes.activation.revision()).toBe(before);
    await remotes.activation.stopCanary(NAME, by());
    expect(await given()).toEqual(['1.0.0', null, null]);
    await expect(remotes.activation.stopCanary(NAME, by())).rejects.toMatchObject({ code: 'NO_CANARY' });
  });
});

describe('what the network takes back by itself', () => {
  const ids = async (...versions: string[]) => {
    const made = [];
    for (const version of versions) made.push((await remotes.publish(version)).id);
    return made;
  };

  it('is the active release, for the one before, unless somebody was faster', async () => {
    const [first = 0, second = 0] = await ids('1.0.0', '1.1.0');
    await activate('1.0.0');
    expect(await remotes.activation.withdraw(NAME, first, 'Nothing before')).toBe(false);
    await activate('1.1.0');
    const other = open({ dataDir: remotes.scratch });
    await other.activation.refresh();
    const both = [remotes, other].map(({ activation }) => activation.withdraw(NAME, second, 'It fails'));
    expect((await Promise.all(both)).sort()).toEqual([false, true]);
    expect(await given()).toEqual(['1.0.0', null, null]);
    const [last] = (await remotes.activation.history(NAME, undefined)).events;
    expect(last).toMatchObject({ event: 'rolled_back', version: '1.0.0', by: 'network', why: 'It fails' });
  });

  it('is the canary, which ends', async () => {
    const [, second = 0] = await ids('1.0.0', '1.1.0');
    await activate('1.0.0');
    await remotes.activation.canary(NAME, '1.1.0', 50, by());
    expect(await remotes.activation.withdraw(NAME, second, 'It fails')).toBe(true);
    expect(await given()).toEqual(['1.0.0', null, null]);
    expect((await eventsOf()).at(-1)).toBe('canary_ended 1.1.0');
  });
});

describe('the list of releases', () => {
  it('has what was published, newest first, in pages', async () => {
    await publish('1.0.0', '1.1.0');
    const { state, releases, next } = remoteReleases.parse(
      await remotes.activation.releases(NAME, undefined),
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
      trouble: { failures: 0, page_loads: 0 },
    });
    const older = await remotes.activation.releases(NAME, '1.1.0');
    expect(older.releases.map(({ version }) => version)).toEqual(['1.0.0']);
    await expect(remotes.activation.releases(NAME, '7.0.0')).rejects.toMatchObject({ status: 404 });
  });

  it('goes on behind its fiftieth', async () => {
    for (let minor = 0; minor < 52; minor += 1) await remotes.publish(`1.${minor}.0`);
    const first = await remotes.activation.releases(NAME, undefined);
    expect([first.releases.length, first.next]).toEqual([50, '1.2.0']);
    const second = await remotes.activation.releases(NAME, first.next ?? '');
    expect(second.releases.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
    const history = await remotes.activation.history(NAME, undefined);
    expect(history.events).toHaveLength(50);
    const rest = await remotes.activation.history(NAME, history.next ?? 0);
    expect(rest.events.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  });

  it('of remotes names who answers for each', async () => {
    await remotes.publish('1.0.0', {
      manifest: {
        name: NAME,
        namespace: 'advertiser',
        team: 'advertisers',
        contractVersion: 1,
        pages: [],
        navigation: [],
      },
    });
    expect(await remotes.activation.summaries(null)).toMatchObject([
      { remote: NAME, team: 'advertisers', active: null, trouble: { failures: 0, page_loads: 0 } },
    ]);
    expect(await remotes.activation.summaries('mf-other')).toEqual([]);
  });
});
