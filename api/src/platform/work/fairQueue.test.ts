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
  for (const name of ['a1', 'a2', 'a3', 'a4']) expect(bring(1, name)).toBeInstanceOf(Promise);
  expect(bring(1, 'a5')).toBe('owner-full');
  expect(bring(2, 'b1')).toBeInstanceOf(Promise);
  expect(bring(3, 'c1')).toBeInstanceOf(Promise);
  expect(bring(4, 'd1')).toBe('full');
  await settle();
  await end('a1');
  expect(bring(4, 'd2')).toBeInstanceOf(Promise);
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
