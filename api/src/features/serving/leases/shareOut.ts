import type { LeaseAsk } from './LeaseStore';

/** What the database knows of a campaign. What all processes hold includes the asker's own. */
export interface Standing {
  campaignId: number;
  advertiserId: number;
  /** Daily budget less what was spent today; what others and the asker hold is still in it. */
  dailyLeft: bigint;
  /** Null without a total budget. */
  totalLeft: bigint | null;
  heldToday: bigint;
  heldInAll: bigint;
  /** Null without a limit of impressions. */
  placesLeft: bigint | null;
  heldPlaces: bigint;
  /** The asker's own. */
  ownMicros: bigint;
  ownPlaces: bigint;
}

/** An advertiser's balance and what all processes hold of it; moved on as leases are shared out. */
export interface Balance {
  balance: bigint;
  held: bigint;
}

export interface Share {
  campaignId: number;
  advertiserId: number;
  micros: bigint;
  places: bigint;
  scarce: boolean;
}

// Math.min does not take bigint.
const least = (...values: bigint[]) => [...values].sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
const most = (a: bigint, b: bigint) => (a > b ? a : b);

interface Claim {
  /** Of what is held, this stays. */
  own: bigint;
  inUse: bigint;
  want: bigint;
  unit: bigint;
  /** Nobody has it yet. */
  free: bigint;
  nodes: bigint;
}

/**
 * What a process has afterwards: at most what is wanted, at most its part of half of what is left (min(left / 2N,
 * want) beside what is in use), but one unit as long as there is one. What is in use is covered before anything else.
 * When more is out than there is, it has less.
 */
export function shareOf({ own, inUse, want, unit, free, nodes }: Claim): bigint {
  if (free < 0n) return most(0n, own + free);
  if (want === 0n) return own;
  const unused = most(0n, own - inUse);
  const fair = (free + unused) / (2n * nodes);
  const target = inUse + most(least(want, fair), unit);
  const reachable = own + free;
  // Less than one unit serves nobody; what is on its way from times without leases needs cover all the same.
  if (reachable < inUse + unit) return most(own, least(reachable, inUse));
  return most(own, least(reachable, target));
}

const kept = (own: bigint, keep: number | null) => (keep === null ? own : least(own, BigInt(keep)));

/** Shares out in the order of the asks; `balances` is moved on. Asks for campaigns without a standing are left out. */
export function shareOut(
  asks: readonly LeaseAsk[],
  standings: ReadonlyMap<number, Standing>,
  balances: ReadonlyMap<number, Balance>,
  nodes: number,
): Share[] {
  const shares: Share[] = [];
  for (const ask of asks) {
    const standing = standings.get(ask.campaignId);
    const balance = standing && balances.get(standing.advertiserId);
    if (standing === undefined) continue;
    const micros = microsOf(ask, standing, balance ?? { balance: 0n, held: 0n }, BigInt(nodes));
    const places = placesOf(ask, standing, BigInt(nodes));
    const lacksMoney = ask.wantMicros > 0 && micros < BigInt(ask.inUseMicros + ask.unitMicros);
    const lacksPlaces = ask.wantPlaces > 0 && places < BigInt(ask.inUsePlaces + 1);
    const { campaignId, advertiserId } = standing;
    shares.push({ campaignId, advertiserId, micros, places, scarce: lacksMoney || lacksPlaces });
  }
  return shares;
}

function microsOf(ask: LeaseAsk, standing: Standing, balance: Balance, nodes: bigint): bigint {
  const own = kept(standing.ownMicros, ask.keepMicros);
  const { dailyLeft, totalLeft, heldToday, heldInAll } = standing;
  const today = dailyLeft - heldToday;
  const inAll = totalLeft === null ? today : totalLeft - heldInAll;
  const free = least(today, inAll, balance.balance - balance.held) + standing.ownMicros - own;
  const micros = shareOf({
    own,
    inUse: BigInt(ask.inUseMicros),
    want: BigInt(ask.wantMicros),
    unit: BigInt(ask.unitMicros),
    free,
    nodes,
  });
  balance.held += micros - standing.ownMicros;
  return micros;
}

function placesOf(ask: LeaseAsk, { placesLeft, heldPlaces, ownPlaces }: Standing, nodes: bigint): bigint {
  if (placesLeft === null) return 0n;
  const own = kept(ownPlaces, ask.keepPlaces);
  return shareOf({
    own,
    inUse: BigInt(ask.inUsePlaces),
    want: BigInt(ask.wantPlaces),
    unit: 1n,
    free: placesLeft - heldPlaces + ownPlaces - own,
    nodes,
  });
}
