import type { Release, ShellRelease } from '@ezdash/contracts';

/** `19.3.1` satisfies `^19.1.0`: same major version, not older. Below 1.0 the minor version counts as the major one. */
export function satisfiesCaret(version: string, range: string): boolean {
  const numbers = (text: string) => text.replace(/^\^/, '').split(/[-+]/)[0]?.split('.').map(Number) ?? [];
  const [have = [], need = []] = [numbers(version), numbers(range)];
  if (have.length !== 3 || need.length !== 3 || [...have, ...need].some(Number.isNaN)) return false;
  const breaking = need[0] === 0 ? 2 : 1;
  if (need.slice(0, breaking).some((part, index) => part !== have[index])) return false;
  for (const [index, part] of need.entries()) {
    const own = have[index] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

/** The shell lends its federation runtime, so both must be built with the same one. */
export function pluginProblems(release: Release, shell: ShellRelease): string[] {
  if (release.pluginVersion === shell.pluginVersion) return [];
  return [`built with federation ${release.pluginVersion}, the shell provides ${shell.pluginVersion}`];
}

/** The contract that a release needs is one that this shell has, and still keeps. */
export function contractProblems({ manifest }: Release, shell: ShellRelease): string[] {
  const { contractVersion: has, leastContractVersion: least = 1 } = shell;
  const needs = manifest.contractVersion;
  if (needs > has) return [`needs contract ${needs}, the shell has ${has}`];
  return needs < least ? [`made for contract ${needs}, the shell keeps ${least} to ${has}`] : [];
}

/** Every shared package that a release asks for is there, in a version that satisfies it. */
export function sharedProblems(release: Release, shell: ShellRelease): string[] {
  return Object.entries(release.shared).flatMap(([name, range]) => {
    // A release may name anything, also what every object has.
    const provided = Object.hasOwn(shell.shared, name) ? shell.shared[name] : undefined;
    if (provided && satisfiesCaret(provided, range)) return [];
    return [`needs ${name} ${range}, the shell has ${provided ?? 'none'}`];
  });
}

/**
 * Why a release cannot run in this shell; empty when it can. A release that does not fit is never offered: in the
 * browser it would fail in ways nobody can read.
 */
export function incompatibilities(release: Release, shell: ShellRelease): string[] {
  return [
    ...pluginProblems(release, shell),
    ...contractProblems(release, shell),
    ...sharedProblems(release, shell),
  ];
}
