import { INVALID_REASONS, NO_FILL_REASONS } from '@ezdash/contracts';
import { Networks } from '../../../../platform/address';
import type { NoFillCode } from '../decision';
import { PUBLIC_CLOUDS } from './publicClouds';

/** What is known of an address by the network it lies in. */
export const NETWORK_KINDS = { ordinary: 0, 'data-centre': 1, internal: 2 } as const;
export type NetworkKind = (typeof NETWORK_KINDS)[keyof typeof NETWORK_KINDS];

/** Who says which networks are data centres' and which are our own; the answers change when the lists do. */
export interface NetworkKinds {
  of(address: string): NetworkKind;
}

/** Nobody's network is known. */
export const NO_KINDS: NetworkKinds = { of: () => NETWORK_KINDS.ordinary };

export interface KnownNetworks extends NetworkKinds {
  /** Replaces the data centres' networks. */
  replaceDataCentres(networks: readonly string[]): void;
  /** Merged ranges of data centres. */
  readonly dataCentreRanges: number;
}

/**
 * Our own networks before the data centres': an office that reaches the Internet through a cloud is still an office.
 * Throws for a text that is no network.
 */
export function createNetworkKinds(
  internal: readonly string[],
  dataCentres: readonly string[] = PUBLIC_CLOUDS,
): KnownNetworks {
  const own = new Networks(internal);
  let centres = new Networks(dataCentres);
  return {
    of(address) {
      if (own.size > 0 && own.has(address)) return NETWORK_KINDS.internal;
      return centres.has(address) ? NETWORK_KINDS['data-centre'] : NETWORK_KINDS.ordinary;
    },
    get dataCentreRanges() {
      return centres.size;
    },
    replaceDataCentres(networks) {
      centres = new Networks(networks);
    },
  };
}

/** Whether this is an address of the large clouds as they are known. */
export function createDataCentreTest(): (address: string) => boolean {
  const known = new Networks(PUBLIC_CLOUDS);
  return (address) => known.has(address);
}

/** Why somebody of such a network gets no ad; 0 for those who do. Our own people see ads: they look after them. */
export const refusalOf = (kind: NetworkKind | undefined): NoFillCode =>
  kind === NETWORK_KINDS['data-centre'] ? NO_FILL_REASONS['data-centre'] : 0;

/** Why nothing of such a visitor counts, whatever it is; 0 for people. */
export function invalidByVisitor(visitor: {
  bot: boolean;
  prefetch: boolean;
  network?: NetworkKind;
}): number {
  if (visitor.prefetch) return INVALID_REASONS.prefetch;
  if (visitor.bot) return INVALID_REASONS.bot;
  if (visitor.network === NETWORK_KINDS.internal) return INVALID_REASONS.internal;
  return visitor.network === NETWORK_KINDS['data-centre'] ? INVALID_REASONS['data-centre'] : 0;
}
