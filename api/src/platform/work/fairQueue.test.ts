import fc from 'fast-check';
import { createFairQueue } from './fairQueue';

/** Works that end when they are told to, and the order in which they began. */
function openQueue(limits = { atOnce: 1, mostOfOwner: 3, mostWaiting: 5 }) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const bring = (ownerId: number, name: string) =>
    queue.run(
      ownerId,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name);
          ends.set(name, { resolve: () => resolve(name), reject });
        }),
    );
  /** Lets whatever can begin do so. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await settle();
  };
  return { bring, begun, ends, end, settle };
}

test('one at a time, and each answers for itself', async () => {
  const { bring, begun, end, settle } = openQueue();
  const first = bring(1, 'a');
  const second = bring(1, 'b');
  await settle();
  expect(begun).toEqual(['a']);
  await end('a');
  expect(await first).toBe('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(await second).toBe('b');
});

test('owners take turns: who comes with one waits behind one of who came with many', async () => {
  const { bring, begun, end, settle } = openQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bring(1, name);
  void bring(2, 'b1');
  await settle();
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('what is too much is told at once: of one owner, and of all', async () => {
  const { bring, end, settle } = openQueue();
  const kept = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => bring(name.charCodeAt(0), name));
  const refused = { owner: bring('a'.charCodeAt(0), 'a5'), all: bring('b'.charCodeAt(0), 'b2') };
  await expect(refused.owner).rejects.toMatchObject({ status: 429, code: 'WORK_WAITING' });
  await expect(refused.all).rejects.toMatchObject({ status: 503, code: 'WORK_BUSY' });
  await settle();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name);
  expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
});

test('an owner without a place gets the newest of whoever has the most', async () => {
  const { bring, end, settle } = openQueue({ atOnce: 1, mostOfOwner: 3, mostWaiting: 4 });
  const kept = [bring(1, 'a1'), bring(1, 'a2')];
  const displaced = bring(1, 'a3');
  kept.push(bring(2, 'b1'), bring(3, 'c1'), bring(4, 'd1'));
  await expect(displaced).rejects.toMatchObject({ status: 503, code: 'WORK_BUSY' });
  await expect(bring(5, 'e1')).rejects.toMatchObject({ code: 'WORK_BUSY' });
  await settle();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) await end(name);
  expect(await Promise.all(kept)).toHaveLength(5);
});

test('as many owners as there are places, one work each, keep another one out until a place is free', async () => {
  const { bring, end, settle } = openQueue({ atOnce: 1, mostOfOwner: 3, mostWaiting: 2 });
  const kept = [bring(1, 'a1'), bring(2, 'b1'), bring(3, 'c1')];
  await expect(bring(4, 'd1')).rejects.toMatchObject({ status: 503, code: 'WORK_BUSY' });
  await settle();
  await end('a1');
  kept.push(bring(4, 'd2'));
  for (const name of ['b1', 'c1', 'd2']) await end(name);
  expect(await Promise.all(kept)).toEqual(['a1', 'b1', 'c1', 'd2']);
});

test('whatever comes, no owner without a place is refused while another has two', async () => {
  const limits = { atOnce: 2, mostOfOwner: 4, mostWaiting: 6 };
  // An owner brings a work, or (null) the oldest one that runs ends.
  const steps = fc.array(fc.option(fc.integer({ min: 1, max: 9 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (arrivals) => {
      const { bring, begun, end, settle } = openQueue(limits);
      const works: { name: string; owner: number; state: 'waits' | 'done' | 'refused' }[] = [];
      const waitingOf = (owner: number) =>
        works.filter((work) => work.owner === owner && work.state === 'waits' && !begun.includes(work.name))
          .length;
      for (const [at, owner] of arrivals.entries()) {
        if (owner === null) {
          const running = works.find(({ name, state }) => state === 'waits' && begun.includes(name));
          if (running) await end(running.name);
          await settle();
          continue;
        }
        const most = Math.max(...Array.from({ length: 9 }, (_, index) => waitingOf(index + 1)));
        const own = waitingOf(owner);
        const work: (typeof works)[number] = { name: String(at), owner, state: 'waits' };
        works.push(work);
        bring(owner, work.name).then(
          () => {
            work.state = 'done';
          },
          () => {
            work.state = 'refused';
          },
        );
        await settle();
        if (own === 0 && most >= 2) expect(work.state).toBe('waits');
        const all = Array.from({ length: 9 }, (_, index) => waitingOf(index + 1));
        expect(all.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limits.mostWaiting);
        expect(Math.max(...all)).toBeLessThanOrEqual(limits.mostOfOwner);
      }
      // Nothing is lost: what was not refused runs.
      for (const { name } of works) await end(name);
      for (const { name } of works) await end(name);
      expect(works.map(({ state }) => state)).not.toContain('waits');
    }),
    { numRuns: 200 },
  );
});

test('one that fails lets the next one begin', async () => {
  const { bring, begun, ends, settle } = openQueue();
  const first = bring(1, 'a');
  void bring(1, 'b');
  await settle();
  ends.get('a')?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settle();
  expect(begun).toEqual(['a', 'b']);
});

test('whoever loses patience leaves the queue, and only before the turn', async () => {
  const queue = createFairQueue({ atOnce: 1, mostOfOwner: 2, mostWaiting: 5 });
  let end: (answer: string) => void = () => {};
  const gone = new AbortController();
  const first = queue.run(1, () => new Promise<string>((resolve) => (end = resolve)), gone.signal);
  const left = queue.run(1, async () => 'left', gone.signal);
  const stays = queue.run(1, async () => 'stays');
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(queue.run(2, async () => 'late', gone.signal)).rejects.toThrow('gone');
  expect([queue.waiting, queue.running]).toEqual([1, 1]);
  end('first');
  expect(await Promise.all([first, stays])).toEqual(['first', 'stays']);
  expect([queue.waiting, queue.running]).toEqual([0, 0]);
});
