import { createNetworkKinds, type KnownNetworks } from './networkKind';
import { followNetworkLists, type NetworkLists } from './networkLists';
import { PUBLIC_CLOUDS } from './publicClouds';
import { TrafficRules } from './TrafficRules';
import { DEFAULT_TRAFFIC_LIMITS, parseTrafficLimits } from './trafficLimits';

export interface TrafficOptions {
  /** The operator's own networks: what comes from there is seen, and never counted. */
  internalNetworks?: readonly string[];
  /**
   * Files or folders of lists of data centres' networks; without one the large clouds as they are known; empty: no
   * network is one.
   */
  dataCentreLists?: readonly string[];
  /** As `parseTrafficLimits` reads it. */
  limits?: string;
  log: { info(detail: object, message: string): void; warn(detail: object, message: string): void };
}

/** What the ad server asks about its visitors' traffic. One per process. */
export interface Traffic {
  rules: TrafficRules;
  networks: KnownNetworks;
  /** Reads the lists, and again when they change; throws when one cannot be read, TrafficSettingError when it is none. */
  start(): Promise<void>;
  stop(): void;
}

/** Throws TrafficSettingError for limits that cannot be read. */
export function createTraffic(options: TrafficOptions): Traffic {
  const { internalNetworks = [], dataCentreLists, log } = options;
  const rules = new TrafficRules({ limits: parseTrafficLimits(options.limits ?? DEFAULT_TRAFFIC_LIMITS) });
  const networks = createNetworkKinds(internalNetworks, dataCentreLists === undefined ? PUBLIC_CLOUDS : []);
  let lists: NetworkLists | null = null;
  return {
    rules,
    networks,
    async start() {
      if (dataCentreLists === undefined || dataCentreLists.length === 0 || lists) return;
      lists = await followNetworkLists(dataCentreLists, networks.replaceDataCentres, log);
    },
    stop() {
      lists?.stop();
      lists = null;
    },
  };
}
