import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rootDir } from '../../../packages/remote-kit/src/build/workspace';
import { HANDLES } from '../doors';
import type { Finding } from '../surface.types';
import { COMPILER_OPTIONS, compileProject } from './compiler';
import { type Claim, type Program, writeProgram } from './program';
import { readModules } from './readModules';
import { TAGS_FILE } from './tagNames';
import type { DeclarationFiles, DeclarationTree } from './tree';

/** What stands for `@ezdash/contracts`, the same on both sides. */
export interface ContractTypes {
  door: string;
  files: DeclarationFiles;
}

/** `check/door0.ts(12,8): error TS1360: …`, and its elaboration on indented lines. */
const COMPLAINT = /^(\S+?)\((\d+),\d+\): error TS\d+: (.*)$/;

interface Complaint {
  file: string;
  line: number;
  words: string[];
}

function complaintsOf(lines: readonly string[]): Complaint[] {
  const complaints: Complaint[] = [];
  for (const line of lines) {
    const [, file, at, words] = COMPLAINT.exec(line) ?? [];
    if (file !== undefined) complaints.push({ file, line: Number(at), words: [words ?? ''] });
    else if (/^\s/.test(line)) complaints.at(-1)?.words.push(line.trim());
    else throw new Error(`The compiler could not compare the declarations: ${line}`);
  }
  return complaints;
}

/** For people: without places on this machine, and long types by their beginning. */
const readable = (words: string) =>
  words
    .replace(/(?:typeof )?import\("[^"]*"\)\./g, '')
    .replace(/'([^']{60})[^']+'/g, "'$1…'")
    .replace(/\.$/, '');

/**
 * The compiler goes from the whole to the part that does not fit: the last line says most. Each argument on the way turns
 * giving into taking.
 */
function reasonOf(words: readonly string[]): string {
  const turns = words.filter((line) => line.startsWith('Types of parameters')).length;
  return `${turns % 2 === 1 ? 'asks for more' : 'gives less'} than it did: ${readable(words.at(-1) ?? '')}`;
}

const findingOf = ({ where, what }: Claim, words: readonly string[]): Finding => ({
  level: 'narrower',
  where,
  what: what ?? reasonOf(words),
});

function findingsOf(program: Program, lines: readonly string[]): Finding[] {
  const found = program.known.map((claim) => findingOf(claim, []));
  for (const { file, line, words } of complaintsOf(lines)) {
    const claim = program.claims.get(file)?.get(line);
    if (!claim)
      throw new Error(`The compiler could not compare the declarations: ${file}:${line} ${words.join(' ')}`);
    found.push(findingOf(claim, words));
  }
  return found;
}

function layOut(scratch: string, program: Program, contracts: ContractTypes): string {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true });
    writeFileSync(path.join(scratch, file), text);
  };
  for (const [file, text] of Object.entries(program.files)) write(file, text);
  for (const [file, text] of Object.entries(contracts.files)) write(`contracts/${file}`, text);
  symlinkSync(path.join(rootDir, 'node_modules'), path.join(scratch, 'node_modules'));
  write(
    'tsconfig.json',
    JSON.stringify({
      files: [...program.claims.keys(), path.join(rootDir, 'packages/ui/src/tablerIcons.d.ts')],
      compilerOptions: { ...COMPILER_OPTIONS, types: [], noEmit: true },
    }),
  );
  return path.join(scratch, 'tsconfig.json');
}

/** Tags are compared by their names elsewhere: one more is nothing that a program of then could miss. */
const withTagsOf = (recorded: DeclarationTree, now: DeclarationTree): DeclarationTree => {
  const [before, after] = [recorded.files[TAGS_FILE], now.files[TAGS_FILE]];
  if (before === undefined || after === undefined) return recorded;
  return { ...recorded, files: { ...recorded.files, [TAGS_FILE]: after } };
};

/**
 * What a program that is written, and compiled, against `recorded` would lose with `now`, each thing once.
 * @throws when the compiler complains of anything but that
 */
export async function compareTypes(
  recorded: DeclarationTree,
  now: DeclarationTree,
  contracts: ContractTypes,
  handles: Readonly<Record<string, readonly string[]>> = HANDLES,
): Promise<Finding[]> {
  const program = writeProgram(
    { recorded: readModules(withTagsOf(recorded, now)), now: readModules(now) },
    { contracts: `contracts/${contracts.door.replace(/\.d\.ts$/, '')}`, handles },
  );
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'ezdash-contract-'));
  try {
    const lines = await compileProject(layOut(scratch, program, contracts));
    const found = findingsOf(program, lines);
    return [...new Map(found.map((one) => [`${one.where} ${one.what}`, one])).values()];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
