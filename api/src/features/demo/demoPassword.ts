import { randomInt } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** DATA_DIR/demo.json (0600): the password the demo's accounts share, so that every start can print it. */
const demoFile = z.object({ password: z.string().min(1) });

const WORDS =
  'amber anchor apple arrow autumn barley basil beacon birch bridge canyon cedar chalk cinder clover cobalt copper coral cotton crane delta dune ember falcon fern fjord flint garnet ginger glacier granite harbor hazel heather heron indigo island ivory jasper juniper kelp lantern larch lemon lichen linen maple marble meadow mint moss north ocean olive onyx orchid otter pebble pepper pine plover poplar prairie quartz quince raven reed river saffron sage salmon sierra slate sparrow spruce summit thistle timber topaz tundra umber valley velvet violet walnut willow'.split(
    ' ',
  );
const WORD_COUNT = 3;

/** `amber-heron-quince-482`: easy to type, from some 600 million; the demo's log-in is limited besides. */
export function makePassword(): string {
  const words = Array.from({ length: WORD_COUNT }, () => WORDS[randomInt(WORDS.length)] ?? 'ember');
  return `${words.join('-')}-${randomInt(100, 1_000)}`;
}

/** The password as kept, or null when there is none. */
export async function readDemoPassword(dataDir: string): Promise<string | null> {
  try {
    const parsed = demoFile.safeParse(JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')));
    return parsed.success ? parsed.data.password : null;
  } catch {
    // Not there, or not ours: a new one is made.
    return null;
  }
}

/** Keeps the password where only the server's own user can read it. */
export async function keepDemoPassword(dataDir: string, password: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'demo.json');
  const temporary = `${file}.${process.pid}`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ password }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
