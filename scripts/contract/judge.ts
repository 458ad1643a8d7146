import type { Finding } from './surface.types';

export interface Judgement {
  /** Nothing is narrower and everything is recorded. */
  passed: boolean;
  /** For people, a line each. */
  lines: string[];
}

/** One file for each version of the contract, and the sources as they would be written there now. */
export interface ContractRecord {
  /** For people. */
  nameOf(version: number): string;
  /** Null when there is none of this version. */
  read(version: number): string | null;
  write(version: number, text: string): void;
  text: string;
  /** What whoever relies on the text of another version would lose. */
  compare(before: string): Promise<Finding[]>;
}

export interface JudgeParts {
  /** Of the contract, now. */
  version: number;
  /** Oldest version of the contract that the shell still keeps. */
  least: number;
  records: readonly ContractRecord[];
}

const WHAT_TO_DO =
  'Releases that are out rely on it. Keep it, or break with them on purpose: raise CONTRACT_VERSION and ' +
  'LEAST_CONTRACT_VERSION in packages/remote-kit/src/defineRemote.ts and say so in docs/remotes.md.';

const lineOf = (version: number, { level, where, what }: Finding) =>
  `${level === 'narrower' ? 'narrower than' : 'warning, since'} v${version}: ${where} ${what}`;

/** Against every version that the shell still keeps, as far as it was recorded. */
async function compareWithKept({ version: current, least, records }: JudgeParts) {
  const found: { version: number; finding: Finding }[] = [];
  for (let version = least; version <= current; version += 1)
    for (const record of records) {
      const before = record.read(version);
      // What is as it was cannot be narrower, and the compiler takes seconds to say so.
      if (before === null || before === record.text) continue;
      for (const finding of await record.compare(before)) found.push({ version, finding });
    }
  return found;
}

async function narrowed(parts: JudgeParts): Promise<{ lines: string[]; isNarrower: boolean }> {
  const found = await compareWithKept(parts);
  const isNarrower = found.some(({ finding }) => finding.level === 'narrower');
  const lines = [...new Set(found.map(({ version, finding }) => lineOf(version, finding)))];
  return { isNarrower, lines: isNarrower ? [...lines, WHAT_TO_DO] : lines };
}

function staleLine(version: number, record: ContractRecord): string[] {
  const known = record.read(version);
  if (known === record.text) return [];
  const name = record.nameOf(version);
  const stale =
    known === null
      ? `Contract ${version} is not recorded in ${name}`
      : `The surface has grown, or is written in another way than in ${name}`;
  return [`${stale}. Record it: npm run contract -- accept`];
}

/** Says whether the sources take anything away from whoever relies on them, and whether all of them is recorded. */
export async function check(parts: JudgeParts): Promise<Judgement> {
  const { lines, isNarrower } = await narrowed(parts);
  if (isNarrower) return { passed: false, lines };
  const stale = parts.records.flatMap((record) => staleLine(parts.version, record));
  return { passed: stale.length === 0, lines: [...lines, ...stale] };
}

/** Records the sources as they are, unless that takes anything away from a version that is kept. */
export async function accept(parts: JudgeParts): Promise<Judgement> {
  const { lines, isNarrower } = await narrowed(parts);
  if (isNarrower) return { passed: false, lines };
  const written = parts.records.map((record) => {
    const name = record.nameOf(parts.version);
    if (record.read(parts.version) === record.text) return `${name} has it all already`;
    record.write(parts.version, record.text);
    return `Wrote ${name}`;
  });
  return { passed: true, lines: [...lines, ...written] };
}
