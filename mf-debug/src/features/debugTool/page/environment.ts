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
