import type { Registry } from '@ezdash/contracts';

/** A release that this browser alone was given, by a signed link. */
export interface OverriddenRemote {
  remote: string;
  version: string;
}

/** Remotes of which this browser was given another release than others; what it falls back to is not told apart. */
export function overriddenRemotes(registry: Registry): OverriddenRemote[] {
  return Object.entries(registry)
    .filter(([, { override }]) => override === true)
    .map(([remote, { version }]) => ({ remote, version }));
}
