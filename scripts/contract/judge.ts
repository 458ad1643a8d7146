import { compareSurfaces } from './compareSurfaces';
import { parseSurface, type RecordedSurfaces, surfaceText } from './recorded';
import type { Finding, Surface } from './surface.types';

export interface Judgement {
  /** Nothing is narrower and everything is recorded. */
  passed: boolean;
  /** For people, a line each. */
  lines: string[];
}

interface JudgeParts {
  surface: Surface;
  /** Oldest version of the contract that the shell still keeps. */
  least: number;
  recorded: RecordedSurfaces;
}

const WHAT_TO_DO =
  'Releases that are out rely on it. Keep it, or break with them on purpose: raise CONTRACT_VERSION and ' +
  'LEAST_CONTRACT_VERSION in packages/remote-kit/src/defineRemote.ts and say so in docs/remotes.md.';

const lineOf = (version: number, { level, where, what }: Finding) =>
  `${level === 'narrower' ? 'narrower than' : 'warning, since'} v${version}: ${where} ${what}`;

/** Against every version that the shell still keeps, as far as it was recorded. */
function compareWithKept({ surface, least, recorded }: JudgeParts): { version: number; finding: Finding }[] {
  const found: { version: number; finding: Finding }[] = [];
  for (let version = least; version <= surface.contractVersion; version += 1) {
    const text = recorded.read(version);
    if (text === null) continue;
    for (const finding of compareSurfaces(parseSurface(text), surface)) found.push({ version, finding });
  }
  return found;
}

function narrowed(parts: JudgeParts): { lines: string[]; isNarrower: boolean } {
  const found = compareWithKept(parts);
  const isNarrower = found.some(({ finding }) => finding.level === 'narrower');
  const lines = found.map(({ version, finding }) => lineOf(version, finding));
  return { isNarrower, lines: isNarrower ? [...lines, WHAT_TO_DO] : lines };
}

/** Says whether the surface takes anything away from whoever relies on it, and whether all of it is recorded. */
export function check(parts: JudgeParts): Judgement {
  const { surface, recorded } = parts;
  const { lines, isNarrower } = narrowed(parts);
  const name = recorded.nameOf(surface.contractVersion);
  const known = recorded.read(surface.contractVersion);
  if (known === surfaceText(surface)) return { passed: !isNarrower, lines };
  const stale =
    known === null
      ? `Contract ${surface.contractVersion} is not recorded in ${name}`
      : `The surface has grown, or is written in another way than in ${name}`;
  return {
    passed: false,
    lines: isNarrower ? lines : [...lines, `${stale}. Record it: npm run contract -- accept`],
  };
}

/** Records the surface as it is, unless that takes anything away from a version that is kept. */
export function accept(parts: JudgeParts): Judgement {
  const { surface, recorded } = parts;
  const { lines, isNarrower } = narrowed(parts);
  if (isNarrower) return { passed: false, lines };
  const name = recorded.nameOf(surface.contractVersion);
  const text = surfaceText(surface);
  const known = recorded.read(surface.contractVersion);
  if (known !== text) recorded.write(surface.contractVersion, text);
  return { passed: true, lines: [...lines, known === text ? `${name} has it all already` : `Wrote ${name}`] };
}
