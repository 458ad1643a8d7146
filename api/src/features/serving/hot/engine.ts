import { EVENT_KINDS, type EventKind, INVALID_REASONS, LEAST, NO_FILL_REASONS } from '@ezdash/contracts';
import { RecentKeys } from './boundedCache';
import { Budgets } from './budgets';
import { decide, type NoFillCode } from './decide';
import { buildSnapshot } from './index/buildSnapshot';
import type { Snapshot, SnapshotCreative, SnapshotZone } from './index/Snapshot';
import type { Journal } from './journal/Journal';
import { encodeEvent } from './records';
import { RequestTally } from './requestTally';
import type { TokenFields, TokenSigner, VerifiedToken } from './token';

/** Who asks, as the fast path (or the simulator) has found out. */
export interface Visitor {
  /** `countryNumber` */
  country: number;
  /** 1 desktop, 2 phone, 3 tablet, 4 tv. */
  device: number;
  bot: boolean;
  /** The browser only prepares a page that may never be seen; HEAD counts as such too. */
  prefetch: boolean;
}

export interface AdRequest {
  /** Public ids in the order of the page; the same one may come twice. */
  zones: readonly string[];
  visitor: Visitor;
  /** Row ids of creatives that the page shows already. */
  exclude: readonly number[];
  /** A publisher tries the tag: answered as always, recorded and billed never. */
  test: boolean;
}

export interface AnsweredCandidate {
  creative: SnapshotCreative;
  token: string;
}
/** The answer for one zone. */
export interface AnsweredAd {
  /** Null for an unknown zone. */
  zone: SnapshotZone | null;
  requestedZone: string;
  /** A code of NO_FILL_REASONS; 0 is filled. */
  reason: NoFillCode;
  candidates: AnsweredCandidate[];
}

/** What became of an event's token. `failed`: nothing was recorded; ask again. */
export type EventOutcome = 'recorded' | 'test' | 'forged' | 'failed';
export interface EventResult {
  outcome: EventOutcome;
  /** Null when forged. */
  token: VerifiedToken | null;
}

export interface EngineOptions {
  signer: TokenSigner;
  journal: Journal;
  /** Epoch milliseconds; a clock of the past makes a past. */
  now: () => number;
  /** Least eCPM the network sells at when neither floor nor runner-up asks for more. */
  reserveMicros?: number;
}

const RECENT_EVENTS = 100_000;
const EMPTY = buildSnapshot({ campaigns: [], creatives: [], zones: [] });

/**
 * The ad server without its network: zones in, signed candidates out; tokens in, durable events out. One engine per
 * process; everything it knows of money is an estimate that the ingestion corrects within a batch.
 */
export class Engine {
  readonly budgets = new Budgets();
  /** Decisions by no-fill code (0 filled), events by kind, forged tokens: for the metrics. */
  readonly counts = {
    decisions: new Array<number>(Object.keys(NO_FILL_REASONS).length).fill(0),
    events: new Array<number>(Object.keys(EVENT_KINDS).length + 1).fill(0),
    forged: 0,
    failed: 0,
  };
  private current: Snapshot = EMPTY;
  private readonly recent = new RecentKeys(RECENT_EVENTS);
  private readonly reserveMicros: number;
  private readonly tally: RequestTally;

  constructor(private readonly options: EngineOptions) {
    this.tally = new RequestTally(options.journal);
    this.reserveMicros = options.reserveMicros ?? LEAST.bidMicros.CPM;
  }

  get snapshot(): Snapshot {
    return this.current;
  }

  get healthy(): boolean {
    return this.options.journal.healthy;
  }

  /** Replaces the index between two requests. */
  swap(snapshot: Snapshot): void {
    this.current = snapshot;
    this.budgets.attach(snapshot, this.options.now());
  }

  /** Decides every zone of a page view, in order; a creative never comes twice on it. */
  answer(request: AdRequest): AnsweredAd[] {
    const nowMs = this.options.now();
    this.budgets.tick(nowMs);
    const exclude = request.exclude.slice();
    const ads: AnsweredAd[] = [];
    for (const id of request.zones) ads.push(this.answerZone(id, request, exclude, nowMs));
    return ads;
  }

  /** Gives the journal the requests that are counted in memory only; it is flushed behind this. */
  writeRequests(): void {
    this.tally.write();
  }

  private answerZone(
    requestedZone: string,
    request: AdRequest,
    exclude: number[],
    nowMs: number,
  ): AnsweredAd {
    const zone = this.current.zonesByPublicId.get(requestedZone);
    if (!zone) {
      this.count(NO_FILL_REASONS['unknown-zone']);
      return { zone: null, requestedZone, reason: NO_FILL_REASONS['unknown-zone'], candidates: [] };
    }
    const ad: AnsweredAd = { zone, requestedZone, reason: this.refusal(request.visitor), candidates: [] };
    if (ad.reason === 0) this.fill(ad, zone, request, exclude, nowMs);
    this.count(ad.reason);
    const { country, device } = request.visitor;
    if (!request.test) this.tally.count(zone.id, country, device, ad.reason, nowMs);
    return ad;
  }

  private refusal(visitor: Visitor): NoFillCode {
    if (visitor.bot) return NO_FILL_REASONS.bot;
    return visitor.prefetch ? NO_FILL_REASONS.prefetch : 0;
  }

  private fill(
    ad: AnsweredAd,
    zone: SnapshotZone,
    request: AdRequest,
    exclude: number[],
    nowMs: number,
  ): void {
    const { signer } = this.options;
    const { country, device } = request.visitor;
    const random = signer.begin(nowMs);
    const { reserveMicros } = this;
    const decision = decide(this.current, this.budgets, {
      zone,
      country,
      device,
      exclude,
      random,
      reserveMicros,
    });
    ad.reason = decision.reason;
    for (const candidate of decision.candidates) {
      const { campaign, creative, priceMicros, payoutMicros } = candidate;
      exclude.push(creative.id);
      const fields: TokenFields = {
        pricing: campaign.pricing,
        device,
        test: request.test,
        country,
        zoneId: zone.id,
        creativeId: creative.id,
        campaignId: campaign.id,
        priceMicros,
        payoutMicros,
      };
      ad.candidates.push({ creative, token: signer.sign(fields) });
    }
    const winner = decision.candidates[0];
    if (winner && !request.test) this.budgets.reserve(winner.position, winner.priceMicros, nowMs);
  }

  private count(reason: NoFillCode): void {
    this.counts.decisions[reason] = (this.counts.decisions[reason] ?? 0) + 1;
  }

  /**
   * Records an event; `done` is called once, after it is durable (or at once when there is nothing to record). A
   * duplicate is recorded and acknowledged like any other: the database bills a (decision, kind) once.
   */
  record(
    kind: EventKind,
    tokenText: string,
    visitor: Pick<Visitor, 'bot' | 'prefetch'>,
    done: (result: EventResult) => void,
  ): void {
    const nowMs = this.options.now();
    const { state, token } = this.options.signer.verify(tokenText, kind, nowMs);
    if (state === 'forged') {
      this.counts.forged += 1;
      done({ outcome: 'forged', token: null });
      return;
    }
    if (token.test) {
      done({ outcome: 'test', token });
      return;
    }
    const invalidReason = invalidReasonOf(state, visitor);
    // The decision and the kind, not the candidate: one decision bills one impression whichever candidate was shown.
    const key = `${kind}${token.decisionId}`;
    const repeated = invalidReason === 0 && this.recent.has(key);
    const billable = invalidReason === 0 && !repeated && isBillable(kind, token);
    if (invalidReason === 0 && !repeated) this.recent.add(key);
    // Counted from now on, not from the fsync: in between the budget would look larger than it is.
    if (invalidReason === 0 && !repeated) this.settle(kind, token, billable, nowMs);
    const record = encodeEvent({
      kind: EVENT_KINDS[kind],
      invalidReason,
      happenedAtMs: nowMs,
      claimed: billable,
      payload: token.payload,
    });
    this.options.journal.append(record, (error) => {
      if (error) {
        if (!repeated) this.recent.delete(key);
        if (billable) this.budgets.unclaim(token.campaignId, token.priceMicros, token.decidedAtMs);
        this.counts.failed += 1;
        done({ outcome: 'failed', token });
        return;
      }
      this.counts.events[EVENT_KINDS[kind]] = (this.counts.events[EVENT_KINDS[kind]] ?? 0) + 1;
      done({ outcome: 'recorded', token });
    });
  }

  private settle(kind: EventKind, token: VerifiedToken, billable: boolean, nowMs: number): void {
    const { campaignId, priceMicros, decidedAtMs } = token;
    if (kind === 'impression') this.budgets.release(campaignId, priceMicros, decidedAtMs);
    if (billable) this.budgets.claim(campaignId, priceMicros, decidedAtMs, nowMs);
  }
}

/** Why an event is not counted, as far as it shows on arrival; the ingestion finds the rest. */
function invalidReasonOf(state: 'genuine' | 'expired', visitor: Pick<Visitor, 'bot' | 'prefetch'>): number {
  if (visitor.prefetch) return INVALID_REASONS.prefetch;
  if (visitor.bot) return INVALID_REASONS.bot;
  return state === 'expired' ? INVALID_REASONS.expired : INVALID_REASONS.counted;
}

/** CPM pays for the impression, CPC for the click. */
function isBillable(kind: EventKind, token: VerifiedToken): boolean {
  return kind === (token.pricing === 0 ? 'impression' : 'click');
}
