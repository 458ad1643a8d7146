import { GATE } from './decision';
import { type CampaignMoney, needOf } from './gateState';
import type { SnapshotCampaign } from './index/entries';

/** What this process may still spend of a campaign on one UTC day, as the database has it. */
export interface Lease {
  dayStartMs: number;
  /** Not billed yet. */
  micros: number;
  /** The same in impressions, for a campaign with a limit. */
  places: number;
  /** One more with every change in the database. */
  revision: number;
  /** With less than this unused, more is asked for. */
  lowMicros: number;
  lowPlaces: number;
  /** As `GrantedLease` has them, as far as they were taken in. */
  elsewhereMicros: number;
  elsewherePlaces: number;
  /** While something is on its way back, no more than this is spent, whatever the database still says. */
  mostMicros: number;
  mostPlaces: number;
}
const NO_MOST = { mostMicros: Number.POSITIVE_INFINITY, mostPlaces: Number.POSITIVE_INFINITY };
const NEW = { ...NO_MOST, lowMicros: 0, lowPlaces: 0, elsewhereMicros: 0, elsewherePlaces: 0 };

/**
 * The leases of this process, while others spend from the same budgets: whoever has none, or has used it up, is not
 * shown. What is used of a lease is what `Budgets` counts as pending and reserved.
 */
export class LeaseBook {
  /** Campaigns that would be shown if they had a lease, or whose lease runs low. */
  readonly wanted = new Set<number>();
  /** Campaigns that were looked at while something of their lease was in use. */
  readonly active = new Set<number>();
  /** Behind this moment of the engine's clock the database may have given the leases to others. */
  validUntilMs = Number.NEGATIVE_INFINITY;
  private ended = false;
  private readonly leases = new Map<number, Lease>();

  /** `node` is the number that this process writes into its decisions; `onWanted` is called whenever somebody joins `wanted`. */
  constructor(
    public node: number,
    private readonly onWanted: () => void,
  ) {}

  get size(): number {
    return this.leases.size;
  }

  of(campaignId: number): Lease | undefined {
    return this.leases.get(campaignId);
  }

  all(): IterableIterator<[number, Lease]> {
    return this.leases.entries();
  }

  /** Takes what the database says, unless something newer is known. Answers whether it was taken. */
  take(campaignId: number, row: Pick<Lease, 'dayStartMs' | 'micros' | 'places' | 'revision'>): boolean {
    const known = this.leases.get(campaignId);
    if (known === undefined || known.dayStartMs < row.dayStartMs) {
      const { dayStartMs, micros, places, revision } = row;
      this.leases.set(campaignId, { ...NEW, dayStartMs, micros, places, revision });
      return true;
    }
    if (known.dayStartMs > row.dayStartMs || known.revision >= row.revision) return false;
    known.micros = Math.min(row.micros, known.mostMicros);
    known.places = Math.min(row.places, known.mostPlaces);
    known.revision = row.revision;
    return true;
  }

  /** What other processes have billed and counted of a lease since this was asked the last time. */
  seenElsewhere(
    campaignId: number,
    { elsewhereMicros, elsewherePlaces }: Pick<Lease, 'elsewhereMicros' | 'elsewherePlaces'>,
    dayStartMs: number,
  ): { micros: number; places: number } {
    const known = this.leases.get(campaignId);
    if (known === undefined || known.dayStartMs !== dayStartMs) return { micros: 0, places: 0 };
    const micros = Math.max(0, elsewhereMicros - known.elsewhereMicros);
    const places = Math.max(0, elsewherePlaces - known.elsewherePlaces);
    known.elsewhereMicros += micros;
    known.elsewherePlaces += places;
    return { micros, places };
  }

  /** Spends no more than this from now on, until `keepAll`. */
  keep(campaignId: number, micros: number, places: number): void {
    const known = this.leases.get(campaignId);
    if (known === undefined) return;
    known.mostMicros = micros;
    known.mostPlaces = places;
    known.micros = Math.min(known.micros, micros);
    known.places = Math.min(known.places, places);
  }

  keepAll(campaignId: number): void {
    const known = this.leases.get(campaignId);
    if (known !== undefined) Object.assign(known, NO_MOST);
  }

  /** So much is known to be billed, or may be. */
  spend(campaignId: number, micros: number, places: number): void {
    const known = this.leases.get(campaignId);
    if (known === undefined) return;
    known.micros = Math.max(0, known.micros - micros);
    known.places = Math.max(0, known.places - places);
  }

  /** All of them are the database's again. */
  clear(node: number): void {
    this.node = node;
    this.validUntilMs = Number.NEGATIVE_INFINITY;
    this.leases.clear();
    this.active.clear();
  }

  /** What keeps a campaign, which nothing else does, from one more event; notes who needs more. */
  state(money: CampaignMoney, campaign: SnapshotCampaign, dayStartMs: number, nowMs: number): number {
    const isFree = campaign.priority === 'house';
    const isLimited = campaign.impressionLimit > 0;
    if (isFree && !isLimited) return GATE.LIVE;
    const lease = this.leases.get(money.id);
    if (lease === undefined || lease.dayStartMs !== dayStartMs || nowMs >= this.validUntilMs) {
      this.want(money.id);
      return isFree ? GATE.LIMIT : GATE.BUDGET;
    }
    const used = money.pendingTotal + money.reserved;
    const usedPlaces = money.pendingShown + money.reservedShown;
    if (used > 0 || (isLimited && usedPlaces > 0)) this.active.add(money.id);
    const left = lease.micros - used;
    const placesLeft = isLimited ? lease.places - usedPlaces : Number.POSITIVE_INFINITY;
    const needsMoney = !isFree && left < Math.max(lease.lowMicros, campaign.unitMicros);
    if (needsMoney || placesLeft < Math.max(lease.lowPlaces, 1)) this.want(money.id);
    if (!isFree && lease.micros - money.pendingTotal < needOf(money.reserved, campaign)) return GATE.BUDGET;
    return placesLeft < 1 ? GATE.LIMIT : GATE.LIVE;
  }

  /** Whether an impression that nothing was kept for still has a place. */
  hasPlace({ id, campaign, pendingShown, reservedShown }: CampaignMoney): boolean {
    if (campaign === null || campaign.impressionLimit === 0) return true;
    return pendingShown + reservedShown < (this.leases.get(id)?.places ?? 0);
  }

  /** Whether the leases have ended since this was asked the last time. */
  hasEnded(nowMs: number): boolean {
    const ended = nowMs >= this.validUntilMs;
    const isNew = ended && !this.ended;
    this.ended = ended;
    return isNew;
  }

  private want(campaignId: number): void {
    if (this.wanted.has(campaignId)) return;
    this.wanted.add(campaignId);
    this.onWanted();
  }
}
