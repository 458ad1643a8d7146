import type { Registry } from '@ezdash/contracts';

/** What the browser says about itself, `width` and `height` in CSS pixels. */
export interface ClientEnvironment {
  width: number;
  height: number;
  devicePixelRatio: number;
  locale: string;
  timezone: string;
  online: boolean;
  userAgent: string;
  /** Effective type, downlink and round trip, where the browser tells. */
  connection: { type: string; downlinkMbps: number | null; roundTripMs: number | null } | null;
}

interface NetworkInformation {
  effectiveType?: string;
  downlink?: number;
  rtt?: number;
}

function connectionOf(source: Navigator): ClientEnvironment['connection'] {
  const { connection } = source as Navigator & { connection?: NetworkInformation };
  if (!connection?.effectiveType) return null;
  return {
    type: connection.effectiveType,
    downlinkMbps: connection.downlink ?? null,
    roundTripMs: connection.rtt ?? null,
  };
}

/** Reads the browser's state now. */
export function readEnvironment(): ClientEnvironment {
  return {
    width: window.innerWidth,
    height: window.innerHeight,
    devicePixelRatio: window.devicePixelRatio,
    locale: document.documentElement.lang || navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    online: navigator.onLine,
    userAgent: navigator.userAgent,
    connection: connectionOf(navigator),
  };
}

/** A remote of this page: the release the registry gives, and the one that runs when it is another. */
export interface RemoteRelease {
  name: string;
  version: string;
  /** Version of the mounted module, `null` when the remote has none on this page. */
  mounted: string | null;
}

function readRegistry(): Registry {
  try {
    return JSON.parse(document.getElementById('registry')?.textContent ?? '{}') as Registry;
  } catch {
    return {};
  }
}

/** Remotes from the registry in the page, by name, beside what is mounted at this moment. */
export function readReleases(): RemoteRelease[] {
  const mounted = new Map<string, string>();
  for (const node of document.querySelectorAll<HTMLElement>('[data-mf-remote]')) {
    const { mfRemote, mfVersion } = node.dataset;
    if (mfRemote && mfVersion) mounted.set(mfRemote, mfVersion);
  }
  return Object.entries(readRegistry())
    .map(([name, { version }]) => ({ name, version, mounted: mounted.get(name) ?? null }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
