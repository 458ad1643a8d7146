import { DEFAULT_VERSION, VAST_VERSIONS, type VastVersion } from '../serving';
import type { Video } from './bidRequest';

/** AdCOM's numbers of inline VAST. What we write is inline: wrappers (5, 6, 8, 12, 14) are not looked for. */
const PROTOCOLS = {
  '2.0': 2,
  '3.0': 3,
  '4.0': 7,
  '4.1': 11,
  '4.2': 13,
} as const satisfies Record<VastVersion, number>;

export interface VideoProtocol {
  /** Undefined when none is asked for: then it is the default one. */
  version: VastVersion | undefined;
  protocol: (typeof PROTOCOLS)[VastVersion];
}

/** The newest VAST among those a player takes; null when it takes none that we write. */
export function protocolFor({ protocols = [] }: Video): VideoProtocol | null {
  if (protocols.length === 0) return { version: undefined, protocol: PROTOCOLS[DEFAULT_VERSION] };
  const version = VAST_VERSIONS.findLast((each) => protocols.includes(PROTOCOLS[each]));
  return version === undefined ? null : { version, protocol: PROTOCOLS[version] };
}
