import { setTimeout as wait } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { silentLog } from '../../../platform/log';
import { makeAdvertiser } from '../../../testing';
import { makeShell } from '../testReleases';
import { createPointers } from './pointers';
import { type ActivationWorld, NAME, openActivation } from './testActivation';

let world: ActivationWorld;
beforeEach(async () => {
  world = await openActivation();
});
afterEach(() => world.close());

/** A server whose bucket never answers for what it has not got. */
function openSlow(...here: string[]) {
  const asked: string[] = [];
  const store = {
    has(_name: string, version: string) {
      asked.push(version);
      return here.includes(version) ? Promise.resolve(true) : new Promise<boolean>(() => {});
    },
  };
  const pointers = createPointers({ db: world.test.db, store, shell: makeShell(), log: silentLog });
  return { pointers, asked };
}

it('nothing waits for a bucket while the pointers are held', async () => {
  await world.publish('1.0.0', '1.1.0', '1.2.0');
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await world.activate(version);
  const { pointers, asked } = openSlow('1.0.0', '1.2.0');
  const found = await pointers.change(NAME, async (_trx, held) => {
    const before = asked.length;
    const { active, previous } = await held.offer();
    expect(asked).toHaveLength(before);
    return [active?.version, previous?.version];
  });
  expect(found).toEqual(['1.2.0', '1.0.0']);
  expect(asked).toContain('1.1.0');
});

it('what another server activated a moment ago is looked for before the pointers are held', async () => {
  await world.publish('1.0.0', '1.1.0');
  await world.activate('1.0.0');
  const { pointers } = openSlow('1.0.0', '1.1.0');
  await pointers.refresh();
  await world.activate('1.1.0');
  const found = await pointers.change(NAME, async (_trx, held) => (await held.offer()).active?.version);
  expect(found).toBe('1.1.0');
});

it('a release that is known to be missing holds up nothing that happens since', async () => {
  await world.publish('1.0.0', '1.1.0');
  await world.activate('1.0.0');
  await world.activate('1.1.0');
  const { pointers } = openSlow('1.0.0');
  await pointers.change(NAME, async (_trx, held) => (await held.offer()).active);
  const waited = await Promise.race([
    pointers.refresh().then(() => 'read'),
    wait(15_000, 'waited', { ref: false }),
  ]);
  expect(waited).toBe('read');
  expect(pointers.offers()[0]?.active?.version).toBe('1.0.0');
  expect(pointers.lacksFiles()).toBe(true);
});

it('whatever is pinned and tried is waited for together', async () => {
  await world.publish('1.0.0', '1.1.0', '1.2.0');
  await world.activate('1.0.0');
  const user = await makeAdvertiser(world.test.db);
  const pin = { version: '1.1.0', subject: { user: publicId('user', user.id) }, until: null };
  await world.remotes.activation.pin(NAME, pin, world.by());
  await world.remotes.activation.canary(NAME, '1.2.0', 10, world.by());
  const { pointers, asked } = openSlow('1.0.0');
  const found = await pointers.change(NAME, async (_trx, held) => (await held.offer()).active?.version);
  expect(found).toBe('1.0.0');
  expect(asked.filter((version) => version === '1.0.0')).toHaveLength(1);
});
