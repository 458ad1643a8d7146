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

/**
 * Why a release cannot run in this shell; empty when it can. A release that does not fit is never offered: in the
 * browser it would fail in ways nobody can read.
 */
export function incompatibilities(release: Release, shell: ShellRelease): string[] {
  const reasons: string[] = [];
  if (release.pluginVersion !== shell.pluginVersion) {
    reasons.push(`built with federation ${release.pluginVersion}, the shell provides ${shell.pluginVersion}`);
  }
  if (release.manifest.contractVersion > shell.contractVersion) {
    reasons.push(
      `needs contract ${release.manifest.contractVersion}, the shell has ${shell.contractVersion}`,
    );
  }
  for (const [name, range] of Object.entries(release.shared)) {
    const provided = shell.shared[name];
    if (provided && satisfiesCaret(provided, range)) continue;
    reasons.push(`needs ${name} ${range}, the shell has ${provided ?? 'none'}`);
  }
  return reasons;
}
