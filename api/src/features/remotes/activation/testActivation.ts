import { silentLog } from '../../../platform/log';
import { createTestDb, type FakeClock, fakeClock, type TestDb } from '../../../testing';
import type { ReleaseActor } from '../releases.types';
import { createTestRemotes, type TestRemotes } from '../testRemotes';
import { createTokensService } from '../tokens/tokens.service';
import type { By } from './changes';

/** The remote of these tests. */
export const NAME = 'mf-advertiser';
const LABEL = 'Build of the team';
const DAYS = 90;

/** Servers on one database, a team with its token, and a clock. */
export interface ActivationWorld {
  test: TestDb;
  clock: FakeClock;
  remotes: TestRemotes;
  /** The team of the remote; its token is good for 90 days. */
  team: Extract<ReleaseActor, { kind: 'token' }>;
  /** Another server; with the `dataDir` of the first it has the same releases. Stopped with the rest. */
  open(options?: Parameters<typeof createTestRemotes>[1]): TestRemotes;
  /** The team, unless it is somebody else. */
  by(why?: string, actor?: ReleaseActor): By;
  publish(...versions: string[]): Promise<void>;
  activate(version: string, actor?: ReleaseActor): ReturnType<TestRemotes['activation']['activate']>;
  /** Versions that are active, before that, and tried. */
  given(of?: TestRemotes): Promise<(string | null)[]>;
  /** Of the remote's history, oldest first: `activated 1.0.0`. */
  eventsOf(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openActivation(): Promise<ActivationWorld> {
  const test = await createTestDb();
  const clock = fakeClock();
  const opened: TestRemotes[] = [];
  const open: ActivationWorld['open'] = (options = {}) => {
    const made = createTestRemotes(test, { clock, ...options });
    opened.push(made);
    return made;
  };
  const remotes = open();
  const tokens = createTokensService({ db: test.db, clock, log: silentLog });
  const input = { remote: NAME, label: LABEL, days: DAYS };
  const { token } = await tokens.make(input, { kind: 'command' });
  const team: ActivationWorld['team'] = { kind: 'token', id: token.id, label: LABEL, remote: NAME };
  const by: ActivationWorld['by'] = (why = '', actor = team) => ({ actor, why });
  return {
    ...{ test, clock, remotes, team, open, by },
    async publish(...versions) {
      for (const version of versions) await remotes.publish(version);
    },
    activate: (version, actor = team) =>
      remotes.activation.activate(NAME, { version, why: '' }, by('', actor)),
    async given(of = remotes) {
      const { active, previous, canary } = await of.activation.state(NAME);
      return [active?.version ?? null, previous, canary?.version ?? null];
    },
    async eventsOf() {
      const { events } = await remotes.activation.history(NAME, undefined);
      return events.map(({ event, version }) => `${event} ${version}`).reverse();
    },
    async close() {
      for (const one of opened) await one.close();
      await test.drop();
    },
  };
}
