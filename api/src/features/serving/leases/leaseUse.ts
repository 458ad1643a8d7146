import type { Engine } from '../hot/engine';
import type { LeaseBook } from '../hot/LeaseBook';
import type { GrantedLease, LeaseAsk } from './LeaseStore';
import type { Meters } from './meters';

const DAY_MS = 86_400_000;
/** A lease with more than so many times what is wanted gives the rest back. */
const EXCESS = 2;

export const dayStartOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS) * DAY_MS;

interface LeaseUseOptions {
  engine: Engine;
  meters: Meters;
  /** Epoch milliseconds, the engine's. */
  now: () => number;
  currentBook: () => LeaseBook | null;
}

/** Between what the engine uses and what the store is asked for. */
export function createLeaseUse({ engine, meters, now, currentBook }: LeaseUseOptions) {
  /** What of a campaign is used and left, as the engine has it. */
  function useOf(campaignId: number) {
    const money = engine.budgets.moneyOf(campaignId);
    const campaign = money?.campaign ?? null;
    const isLimited = (campaign?.impressionLimit ?? 0) > 0;
    const usedMicros = money === undefined ? 0 : money.pendingTotal + money.reserved;
    const usedPlaces = money === undefined || !isLimited ? 0 : money.pendingShown + money.reservedShown;
    const lease = currentBook()?.of(campaignId);
    const isToday = lease?.dayStartMs === dayStartOf(now());
    return {
      unitMicros: campaign === null || campaign.priority === 'house' ? 0 : campaign.unitMicros,
      isWanted: campaign !== null,
      isLimited,
      usedMicros,
      usedPlaces,
      left: {
        micros: (isToday ? lease.micros : 0) - usedMicros,
        places: (isToday ? lease.places : 0) - usedPlaces,
      },
      lease: isToday ? lease : undefined,
    };
  }

  /** Asks for a campaign; a lease that is far too large, or that others want, is lessened before it is given back. */
  function askFor(campaignId: number, isRecalled: boolean): LeaseAsk {
    const use = useOf(campaignId);
    const { unitMicros, usedMicros, usedPlaces, left, lease } = use;
    const want = meters.wantOf(campaignId, left, unitMicros, now());
    const wantMicros = use.isWanted && !isRecalled && unitMicros > 0 ? want.micros : 0;
    const wantPlaces = use.isWanted && !isRecalled && use.isLimited ? want.places : 0;
    const isTooMuch =
      lease !== undefined &&
      (isRecalled || left.micros > wantMicros * EXCESS || left.places > wantPlaces * EXCESS);
    const keepMicros = isTooMuch ? Math.min(lease.micros, usedMicros + wantMicros) : null;
    const keepPlaces = isTooMuch ? Math.min(lease.places, usedPlaces + wantPlaces) : null;
    if (keepMicros !== null && keepPlaces !== null) currentBook()?.keep(campaignId, keepMicros, keepPlaces);
    return {
      campaignId,
      unitMicros,
      inUseMicros: usedMicros,
      inUsePlaces: usedPlaces,
      wantMicros,
      wantPlaces,
      keepMicros,
      keepPlaces,
    };
  }

  function takeGrant(granted: GrantedLease, dayStartMs: number, asked: ReadonlyMap<number, LeaseAsk>): void {
    const book = currentBook();
    if (book === null) return;
    book.take(granted.campaignId, { ...granted, dayStartMs });
    const { micros, places } = book.seenElsewhere(granted.campaignId, granted, dayStartMs);
    if (micros + places > 0) engine.budgets.shownElsewhere(granted.campaignId, micros, places);
    const { left, lease } = useOf(granted.campaignId);
    const ask = asked.get(granted.campaignId);
    if (lease) {
      // More is asked for when half of what could be had is used up.
      lease.lowMicros = granted.scarce ? 0 : Math.min(ask?.wantMicros ?? 0, Math.max(0, left.micros)) / 2;
      lease.lowPlaces = granted.scarce ? 0 : Math.min(ask?.wantPlaces ?? 0, Math.max(0, left.places)) / 2;
    }
    meters.note(granted.campaignId, left, granted.scarce, now());
  }

  return { useOf, askFor, takeGrant };
}
