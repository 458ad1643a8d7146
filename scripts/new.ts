// npm run new -- feature NAME | page REMOTE NAME | remote NAME: made from templates, wired, and right for `npm run check` as
// it is. Refuses what it does not understand, and then writes nothing.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { giveUp, step } from './lib/console.mjs';
import { isInstalled, noteInstalled } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';
import { openHouse, writeAll } from './new/checkout';
import { type Draft, Refusal } from './new/draft';
import { makeFeature } from './new/feature';
import { makePage } from './new/page';
import { makeRemote } from './new/remote';

const USAGE = 'Use: npm run new -- feature NAME | page REMOTE NAME | remote NAME';
const house = openHouse(root);
const [kind = '', ...words] = process.argv.slice(2);

interface Made {
  draft: Draft;
  next: string[];
}
const KINDS: Readonly<Record<string, (...words: [string, string]) => Made>> = {
  feature: (name) => {
    const draft = makeFeature(house, name);
    const contract = draft.created.find((file) => file.startsWith('packages/contracts/'));
    return {
      draft,
      next: [
        `Put what it is about into ${contract} and api/src/features/${name}. Its test: npx jest api/src/features/${name} --selectProjects database`,
        'Its schemas are recorded. Until a release relies on them: git restore packages/contracts/surface, then npm run contract -- accept',
      ],
    };
  },
  page: (remote, name) => {
    const draft = makePage(house, remote, name);
    const page = draft.created.at(-1);
    return {
      draft,
      next: [
        'Who may open it stands in remote.manifest.ts; translate its title in src/locales/de.json.',
        `Its test: npx jest ${page} --selectProjects pages`,
      ],
    };
  },
  remote: (word) => ({
    draft: makeRemote(house, word),
    next: [
      `Say who owns it: CODEOWNERS and team in mf-${word}/remote.manifest.ts have the same name.`,
      `See it: npm run dev, then /${word}. Another page: npm run new -- page ${word} NAME`,
    ],
  }),
};

/** Formats what was written, and records what is new in the contract. */
async function finish({ files }: Draft): Promise<void> {
  const formatted = [...files.keys()].filter(
    (file) => /\.(tsx?|json)$/.test(file) && file !== 'package-lock.json',
  );
  const steps = [
    { name: 'Formatting', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...formatted] },
  ];
  if (kind === 'feature')
    steps.push({
      name: 'Recording the contract',
      args: ['--import', 'tsx', 'scripts/contract.ts', 'accept'],
    });
  for (const { name, args } of steps) {
    const { code, output } = await step(name, () => run(process.execPath, args));
    if (code !== 0) throw new Refusal(`${name} failed, so nothing is left of it.\n${output.trim()}`);
  }
}

async function main(): Promise<void> {
  const make = KINDS[kind];
  if (!make || words.length !== (kind === 'page' ? 2 : 1)) return giveUp(USAGE);
  const { draft, next } = make(...(words as [string, string]));
  const wasInstalled = isInstalled();
  const undo = writeAll(root, draft.files);
  try {
    await finish(draft);
  } catch (error) {
    undo();
    throw error;
  }
  if (kind === 'remote' && wasInstalled) {
    const [name = ''] = draft.created[0]?.split('/') ?? [];
    symlinkSync(`../${name}`, path.join(root, 'node_modules', name), 'dir');
    noteInstalled();
  }
  for (const file of draft.created) console.log(`  new      ${file}`);
  for (const file of draft.files.keys()) if (!draft.created.includes(file)) console.log(`  changed  ${file}`);
  for (const line of next) console.log(line);
}

await main().catch((error: unknown) => {
  if (error instanceof Refusal) return giveUp(error.message);
  throw error;
});
