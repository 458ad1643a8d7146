import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { type BodyKeeper, readInto } from './readBytes';

/** What comes of a body of these pieces; `null` breaks it off. */
function read(
  pieces: readonly (Buffer | null)[],
  keeper: BodyKeeper | Promise<BodyKeeper>,
): Promise<unknown> {
  const req = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' }, socket: {} });
  const answer = new Promise((resolve) => {
    readInto(1_000, () => keeper)(req as unknown as Request, {} as Response, resolve);
  });
  for (const piece of pieces) {
    if (piece) req.write(piece);
    else req.destroy();
  }
  if (!req.destroyed) req.end();
  return answer;
}

const full = () => Promise.reject(new Error('no space left'));
const PIECE = Buffer.alloc(100);
const keeperOf = (part: Partial<BodyKeeper>): BodyKeeper => ({
  take: () => Promise.resolve(),
  end: () => 'kept',
  drop: () => Promise.resolve(),
  ...part,
});

test.each<[string, (Buffer | null)[], Partial<BodyKeeper>, RegExp]>([
  ['a disk that is full', [PIECE, PIECE], { take: full }, /no space/],
  ['one that takes no end', [PIECE], { end: full }, /no space/],
  ['a body that is broken off', [PIECE, null], {}, /did not arrive whole/],
  ['too much', Array(11).fill(PIECE), {}, /too large/i],
])('%s ends the call, whatever becomes of what was kept', async (_title, pieces, part, said) => {
  for (const drop of [() => Promise.resolve(), full])
    expect(await read(pieces, keeperOf({ ...part, drop }))).toEqual(
      expect.objectContaining({ message: expect.stringMatching(said) }),
    );
});

test('a keeper that does not come to be ends the call alone', async () => {
  expect(await read([PIECE], full())).toEqual(expect.objectContaining({ message: 'no space left' }));
});
