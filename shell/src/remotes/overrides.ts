import type { Registry } from '@ezdash/contracts';

/** A release that this browser alone has, because somebody said yes to a link. */
export interface OverriddenRemote {
  remote: string;
  version: string;
  /** ISO 8601. */
  endsAt: string;
}

/** Remotes of which this browser has another release than others; what it falls back to is not told apart. */
export function overriddenRemotes(registry: Registry): OverriddenRemote[] {
  return Object.entries(registry).flatMap(([remote, { version, override, override_ends_at: endsAt = '' }]) =>
    override === true ? [{ remote, version, endsAt }] : [],
  );
}
