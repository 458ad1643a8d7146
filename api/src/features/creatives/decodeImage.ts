import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { defineTask, type Owner, WORK_LIMITS, type Work, workHere } from '../../platform/work';

/** What a picture turned out to be when all of it was drawn. */
export interface DecodedImage {
  /** 1 for a picture that stands still. */
  frames: number;
  /** Of one round through all frames, in ms, as browsers show it. */
  roundMs: number;
  /** Rounds through all frames; 0 is without end. */
  rounds: number;
}
export type Decoding = { ok: true; image: DecodedImage } | { ok: false; trouble: DecodingTrouble };
export type DecodingTrouble =
  /** It cannot be drawn. */
  | 'damaged'
  /** It would unpack to more than any ad, or took too long to. */
  | 'too-large'
  /** No process could be started to draw it in: nothing is known of it. */
  | 'not-started';
/** Of whom it is decides whose turn it is; what the server makes itself is nobody's. Rejects when too many wait. */
export type DecodeImage = (bytes: Buffer, owner?: Owner) => Promise<Decoding>;

export interface DecodeLimits {
  /** Of all frames together. */
  mostPixels: number;
  /** From its start to its end; less than its task has, which would be ended without it. */
  timeoutMs: number;
  /** Of memory that a child may keep; the system ends its asking for more. */
  mostMemoryBytes: number;
  /** The shell that a child begins as. */
  shell: string;
}
const LIMITS: DecodeLimits = {
  mostPixels: 64_000_000,
  timeoutMs: WORK_LIMITS.image.timeoutMs - 2_000,
  mostMemoryBytes: 512 * 1024 * 1024,
  shell: '/bin/sh',
};
/** What a shell answers for a program that cannot be run, or that there is not. */
const NOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

/** Browsers take frames that say less for ones of 100 ms. */
const LEAST_FRAME_MS = 20;
const SHORT_FRAME_MS = 100;
const TOO_LARGE = 3;
const DAMAGED = 4;
/** Of what a child says: a number a frame. */
const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * All that runs in the child: it gets a picture, draws all of it and says what it was. It looks at its own memory as well,
 * for systems whose shell sets no limit. Plain JavaScript: a child starts in a fraction of the time without a translator.
 */
const CHILD = `
const [, sharpPath, mostPixels, mostBytes] = process.argv;
const parent = process.ppid;
setInterval(() => {
  // Nobody is left to hear the answer, or to end a picture that takes too long.
  if (process.ppid !== parent) process.exit(${DAMAGED});
  if (process.memoryUsage.rss() > Number(mostBytes)) process.exit(${TOO_LARGE});
}, 10).unref();
const sharp = require(sharpPath);
sharp.cache(false);
sharp.concurrency(1);
const pieces = [];
process.stdin.on('data', (piece) => pieces.push(piece)).on('end', async () => {
  const options = { limitInputPixels: Number(mostPixels), failOn: 'error', pages: -1, sequentialRead: true };
  try {
    const input = Buffer.concat(pieces);
    const { pages = 1, delay = [], loop = 1, width = 0, height = 0, pageHeight = height } =
      await sharp(input, { ...options, limitInputPixels: false }).metadata();
    if (width * pageHeight * pages > Number(mostPixels)) process.exit(${TOO_LARGE});
    await sharp(input, options).stats();
    process.stdout.write(JSON.stringify({ pages, delay, loop }));
  } catch (error) {
    process.exitCode = /pixel limit|out of memory/i.test(String(error)) ? ${TOO_LARGE} : ${DAMAGED};
  }
});
`;

/** The shell limits the memory of what it becomes, where it can. */
const WITH_LIMIT = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

interface ChildAnswer {
  pages: number;
  delay: number[];
  loop: number;
}

function imageOf({ pages, delay, loop }: ChildAnswer): DecodedImage {
  const frameMs = (ms = SHORT_FRAME_MS) => (ms < LEAST_FRAME_MS ? SHORT_FRAME_MS : ms);
  let roundMs = 0;
  for (let frame = 0; frame < pages && pages > 1; frame += 1) roundMs += frameMs(delay[frame]);
  return { frames: pages, roundMs, rounds: loop };
}

function drawInChild(bytes: Buffer, limits: DecodeLimits, sharpPath: string): Promise<Decoding> {
  return new Promise((resolve) => {
    const memory = String(Math.ceil(limits.mostMemoryBytes / 1024));
    const child = spawn(
      limits.shell,
      [
        '-c',
        WITH_LIMIT,
        'sh',
        memory,
        process.execPath,
        '--max-old-space-size=64',
        '-e',
        CHILD,
        sharpPath,
        String(limits.mostPixels),
        String(limits.mostMemoryBytes),
      ],
      // Nothing of the server's own settings and secrets is the child's to know.
      { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH ?? '', VIPS_WARNING: '0' } },
    );
    let answer = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), limits.timeoutMs);
    // First of all: of a child that does not come to be, the rest is not there.
    child.once('error', () => end({ ok: false, trouble: 'not-started' }));
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece;
      if (answer.length > MOST_ANSWER_BYTES) child.kill('SIGKILL');
    });
    const end = (decoding: Decoding) => {
      clearTimeout(timer);
      resolve(decoding);
    };
    child.once('close', (code) => {
      if (code === 0) {
        try {
          return end({ ok: true, image: imageOf(JSON.parse(answer) as ChildAnswer) });
        } catch {
          return end({ ok: false, trouble: 'damaged' });
        }
      }
      if (NOT_RUN.has(code)) return end({ ok: false, trouble: 'not-started' });
      // Whatever was killed, by us or for want of memory, was too much of a picture.
      end({ ok: false, trouble: code === DAMAGED ? 'damaged' : 'too-large' });
    });
    child.stdin.end(bytes);
  });
}

interface Drawing {
  bytes: Buffer;
  limits: DecodeLimits;
  sharpPath: string;
}

/** Runs in a worker: the larger a process is, the longer it stands still while it starts another. */
export const imageTask = defineTask(
  'image',
  async ({ bytes, limits, sharpPath }: Drawing): Promise<Decoding> => {
    try {
      return await drawInChild(bytes, limits, sharpPath);
    } catch {
      // Without memory or files left `spawn` itself throws.
      return { ok: false, trouble: 'not-started' };
    }
  },
);

/**
 * Draws pictures to the last pixel in a process of its own, with little memory and time: whatever a hostile file does to
 * the decoder happens there. Owners take turns, with everything else that is done for strangers.
 */
export function createDecodeImage(limits: Partial<DecodeLimits> = {}, work: Work = workHere): DecodeImage {
  const sharpPath = createRequire(import.meta.url).resolve('sharp');
  return (bytes, owner) => work.run(imageTask, { bytes, limits: { ...LIMITS, ...limits }, sharpPath }, owner);
}
