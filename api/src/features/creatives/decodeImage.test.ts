import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import type sharpModule from 'sharp';
import { problemOfAnimation } from './animation';
import { createDecodeImage } from './decodeImage';
import { inspectDrawn } from './imageFile';
import { pngImage } from './testImages';

// The pictures themselves are made in this process; what is tested opens them in others.
const sharp = createRequire(__filename)('sharp') as typeof sharpModule;
const decode = createDecodeImage();

/** Frames of one colour each, as an animated GIF or WebP of 300×250. */
function moving(
  format: 'gif' | 'webp',
  { frames = 3, delay = 1_000, loop = 1 }: { frames?: number; delay?: number; loop?: number } = {},
): Promise<Buffer> {
  const size = 300 * 250 * 3;
  const pixels = Buffer.alloc(size * frames);
  for (let frame = 0; frame < frames; frame += 1) pixels.fill(40 * frame, size * frame, size * (frame + 1));
  const picture = sharp(pixels, { raw: { width: 300, height: 250 * frames, channels: 3, pageHeight: 250 } });
  const delays = Array.from({ length: frames }, () => delay);
  return format === 'gif'
    ? picture.gif({ delay: delays, loop }).toBuffer()
    : picture.webp({ delay: delays, loop }).toBuffer();
}

/** A PNG of few bytes that says and holds so many pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    pngImage(1, 1).subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a picture that stands still has one frame', async () => {
  expect(await decode(pngImage(300, 250))).toEqual({ ok: true, image: { frames: 1, roundMs: 0, rounds: 1 } });
});

test.each(['gif', 'webp'] as const)('%s: frames, time and rounds are read', async (format) => {
  const bytes = await moving(format, { frames: 4, delay: 500, loop: 3 });
  expect(await decode(bytes)).toEqual({ ok: true, image: { frames: 4, roundMs: 2_000, rounds: 3 } });
});

test.each<[string, Parameters<typeof moving>[1], RegExp | null]>([
  ['three rounds of nine seconds', { frames: 3, delay: 3_000, loop: 3 }, null],
  ['no end', { loop: 0 }, /never ends\. Let it stop after 30 seconds/],
  ['too long in one round', { frames: 4, delay: 10_000 }, /runs for 40 seconds/],
  ['too long in all rounds', { frames: 3, delay: 3_000, loop: 4 }, /runs for 36 seconds/],
])('an animation with %s', async (_title, options, sentence) => {
  const inspection = await inspectDrawn(await moving('gif', options), 'image/gif', decode);
  if (sentence) expect(inspection).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
  else expect(inspection.ok).toBe(true);
});

test('frames that say less than browsers show are counted as they are shown', () => {
  const image = { frames: 400, roundMs: 40_000, rounds: 1 };
  expect(problemOfAnimation(image)).toMatch(/40 seconds/);
});

test.each([
  ['cut in the middle of its data', pngImage(300, 250).subarray(0, 120)],
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script>')],
])('%s cannot be drawn', async (_title, bytes) => {
  expect(await decode(bytes)).toEqual({ ok: false, trouble: 'damaged' });
});

test('an image whose data are not what its head says is refused with a sentence', async () => {
  const bytes = pngImage(300, 250);
  bytes.fill(0, 60, bytes.length - 20);
  expect(await inspectDrawn(bytes, 'image/png', decode)).toEqual({
    ok: false,
    problem: 'The image is cut off or damaged. Save it again',
  });
});

test('a bomb ends in its child, and the next picture is drawn as ever', async () => {
  expect(await decode(bomb(60_000, 60_000))).toEqual({ ok: false, trouble: 'too-large' });
  const [first, second, third] = await Promise.all([
    decode(bomb(20_000, 20_000)),
    decode(pngImage(300, 250)),
    decode(pngImage(728, 90)),
  ]);
  expect([first.ok, second.ok, third.ok]).toEqual([false, true, true]);
});

test('a child that takes too long, or too much memory, is ended', async () => {
  expect(await createDecodeImage({ timeoutMs: 1 })(pngImage(300, 250))).toEqual({
    ok: false,
    trouble: 'too-large',
  });
  // Drawn in seven rounds, so that all of it is in memory at once.
  const large = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#123' } });
  const bytes = await large.png({ progressive: true }).toBuffer();
  expect(await createDecodeImage({ mostMemoryBytes: 200_000_000 })(bytes)).toEqual({
    ok: false,
    trouble: 'too-large',
  });
});

test('where no process comes to be, nothing is said of the picture: it may come again', async () => {
  for (const shell of ['/nowhere/sh', '/dev/null']) {
    const broken = createDecodeImage({ shell });
    expect(await broken(pngImage(300, 250))).toEqual({ ok: false, trouble: 'not-started' });
    await expect(inspectDrawn(pngImage(300, 250), 'image/png', broken)).rejects.toMatchObject({
      status: 503,
      code: 'IMAGES_UNCHECKED',
      message: 'Images cannot be checked at the moment. Send it again in a minute',
      headers: { 'Retry-After': '60' },
    });
  }
});
