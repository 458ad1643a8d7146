import {
  CLAIM_CONFIRMED,
  EVENT_KINDS,
  type EventKind,
  INVALID_REASONS,
  LEAST,
  NO_FILL_REASONS,
} from '@ezdash/contracts';
import type { AdRequest, AnsweredAd, EventResult, EventVisitor, Visitor } from './adRequest';
import { RecentKeys } from './boundedCache';
import { type BudgetFacts, Budgets } from './budgets';
import { excludeAnswered } from './capOnPage';
import { type AddressMatch, claimOf, isElsewhere } from './claim';
import { decide } from './decide';
import type { DecisionContext, NoFillCode } from './decision';
import { buildSnapshot } from './index/buildSnapshot';
import type { SnapshotZone } from './index/entries';
import { countryOf } from './index/region';
import { campaignCount, type Snapshot } from './index/Snapshot';
import type { Steps } from './index/steps';
import { isBillable } from './isBillable';
import type { Journal } from './journal/Journal';
import { unmeasuredZone } from './narrowing';
import { encodeEvent } from './records';
import { RequestTally } from './requestTally';
import type { ZoneInput } from './snapshotInput';
import { nodeOfPayload, type TokenFields, type TokenSigner, type VerifiedToken } from './token';
import { DecisionTracer } from './trace/DecisionTracer';
import type { DecisionSampler } from './trace/TraceSampler';
import { ClaimOrigins } from './traffic/ClaimOrigins';
import { invalidBySight } from './traffic/invalidBySight';
import { invalidByVisitor, refusalOf } from './traffic/networkKind';
import { HELD, NOISE, NOWHERE, SourceCounts } from './traffic/SourceCounts';
import type { TrafficRules } from './traffic/TrafficRules';

export type {
  AdRequest,
  AnsweredAd,
  AnsweredCandidate,
  EventOutcome,
  EventResult,
  EventVisitor,
  Visitor,
} from './adRequest';

export interface EngineOptions {
  signer: TokenSigner;
  journal: Journal;
  /** Epoch milliseconds; a clock of the past makes a past. */
  now: () => number;
  /** Least eCPM the network sells at when neither floor nor runner-up asks for more. */
  reserveMicros?: number;
  /** Rules of invalid traffic beyond robots and prefetches; without them events are taken at any speed and rate. */
  traffic?: TrafficRules;
  /** Which decisions are traced, when not those that a server's traffic leaves time for. */
  sampler?: DecisionSampler;
}

const RECENT_EVENTS = 100_000;
/** An event that comes so long after its decision is no record: its day is closed, and may not be there any more. */
const RECORDED_MS = 7 * 86_400_000;
const EMPTY = buildSnapshot({ campaigns: [], creatives: [], zones: [] });

/** Campaigns taken out, and creatives looked at, between two moments at which others may run. */
const HALT_SLICE = 500;
const CREATIVES_SLICE = 2_000;

/**
 * The ad server without its network: zones in, signed candidates out; tokens in, durable events out. One engine per
 * process; everything it knows of money is an estimate that the ingestion corrects within a batch.
 */
export class Engine {
  readonly budgets = new Budgets();
  readonly tracer: DecisionTracer;
  /** Where views and clicks of visitors come from whom somebody else names. */
  readonly origins = new ClaimOrigins();
  /** Decisions by no-fill code (0 filled), events by kind, forged tokens: for the metrics. */
  readonly counts = {
    decisions: new Array<number>(Object.keys(NO_FILL_REASONS).length).fill(0),
    events: new Array<number>(Object.keys(EVENT_KINDS).length + 1).fill(0),
    /** By code of INVALID_REASONS, as far as it shows on arrival. */
    invalid: new Array<number>(Object.keys(INVALID_REASONS).length).fill(0),
    forged: 0,
    failed: 0,
    /** Not counted, and too many or too old to be recorded. */
    unrecorded: 0,
  };
  /** SHA-256 in hex of files that are shown nowhere any more. */
  stoppedFiles: ReadonlySet<string> = new Set();
  private current: Snapshot = EMPTY;
  private readonly recent = new RecentKeys(RECENT_EVENTS);
  /** Decisions whose bid has lost. */
  private readonly released = new RecentKeys(RECENT_EVENTS);
  private readonly held = new SourceCounts(HELD);
  private readonly noise = new SourceCounts(NOISE);
  private readonly reserveMicros: number;
  private readonly tally: RequestTally;

  constructor(private readonly options: EngineOptions) {
    this.tally = new RequestTally(options.journal);
    this.tracer = new DecisionTracer(options.sampler);
    this.reserveMicros = options.reserveMicros ?? LEAST.bidMicros.CPM;
  }

  get snapshot(): Snapshot {
    return this.current;
  }

  get healthy(): boolean {
    return this.options.journal.healthy;
  }

  /** Replaces the index between two requests, with the database's sums when they are given. */
  swap(snapshot: Snapshot, budgets?: BudgetFacts): void {
    this.tracer.change(campaignCount(snapshot));
    this.current = snapshot;
    this.budgets.attach(snapshot, this.options.now(), budgets);
  }

  /** The same in steps, for what `budgets.prepare` has prepared: until the last of them the one in use decides. */
  *swapSteps(budgets: BudgetFacts): Steps<void> {
    const { now } = this.options;
    yield* this.budgets.judgePrepared(now, budgets);
    this.budgets.tick(now());
    this.tracer.settle();
    this.current = this.budgets.takeOver();
    this.tracer.change(campaignCount(this.current));
  }

  /** The same for a snapshot that `changeSnapshot` made of this one: only the named campaigns are looked at anew. */
  swapChanged(snapshot: Snapshot, campaignIds: readonly number[]): void {
    this.tracer.change(campaignCount(snapshot));
    this.current = snapshot;
    this.budgets.attachChanged(snapshot, campaignIds, this.options.now());
  }

  /** The same campaigns with some other zones; those of `ids` without an input are gone. */
  changeZones(ids: readonly number[], inputs: readonly ZoneInput[]): Steps<void> {
    return this.current.zones.change(ids, inputs, (slice) => {
      this.tracer.settle();
      for (const index of this.current.indexes) index.forgetPlaces(slice);
    });
  }

  /** Takes campaigns out of the index; clicks on those that the network `stopped` lead nowhere, either. */
  *halt(ids: readonly number[], stopped: ReadonlySet<number>): Steps<void> {
    const { indexes, creativesById } = this.current;
    for (let from = 0; from < ids.length; from += HALT_SLICE) {
      this.tracer.settle();
      for (const index of indexes) index.remove(ids.slice(from, from + HALT_SLICE));
      yield;
    }
    if (stopped.size === 0) return;
    let seen = 0;
    for (const creative of creativesById.values()) {
      if (stopped.has(creative.campaignId)) creative.stopped = true;
      seen += 1;
      if (seen % CREATIVES_SLICE === 0) yield;
    }
  }

  /** Brings what time alone changes up to now; every answer does so itself. */
  tick(): void {
    this.budgets.tick(this.options.now());
  }

  /** Decides every zone of a page view, in order; a creative never comes twice on it, a capped campaign as often as it may. */
  answer(request: AdRequest): AnsweredAd[] {
    const nowMs = this.options.now();
    this.budgets.tick(nowMs);
    const exclude = request.exclude.slice();
    const ads: AnsweredAd[] = [];
    for (const id of request.zones) ads.push(this.answerZone(id, request, exclude, nowMs));
    return ads;
  }

  /**
   * Decides one zone as one request narrows it (`narrowZone`). What is found joins `exclude`, so that the next place of
   * the page gets something else. Not counted, it is one of several answers to an ad request: see `countAnswer`.
   */
  answerNarrowed(zone: SnapshotZone, request: AdRequest, exclude: number[], isCounted = true): AnsweredAd {
    const nowMs = this.options.now();
    this.budgets.tick(nowMs);
    return this.answerKnown(zone, request, exclude, nowMs, isCounted);
  }

  /** Counts one ad request by what was answered to it. */
  countAnswer({ zone, reason }: AnsweredAd, { visitor, test }: AdRequest, nowMs = this.options.now()): void {
    this.count(reason);
    const { origin, client } = visitor;
    if (zone && !test) this.tally.count(zone.id, countryOf(origin), client.device, reason, nowMs);
  }

  /** What a token says that is ours and not too old for a view or a click; null for any other. */
  read(tokenText: string): VerifiedToken | null {
    const { state, token } = this.options.signer.verify(tokenText, 'viewable', this.options.now());
    return state === 'genuine' ? token : null;
  }

  /** An exchange says that a bid has lost: what its decision set aside is free again, once. Answers what it was. */
  release(tokenText: string): VerifiedToken | null {
    const token = this.read(tokenText);
    if (token === null || token.test) return token;
    const { decisionId, campaignId, priceMicros, decidedAtMs } = token;
    if (this.released.has(decisionId) || this.recent.has(`impression${decisionId}`)) return token;
    this.released.add(decisionId);
    if (!this.isOwn(token)) return token;
    this.budgets.release(campaignId, priceMicros, decidedAtMs);
    return token;
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
    const zone = this.current.zones.byPublicId.get(requestedZone);
    if (zone) {
      // What is known of a zone as it is for everybody is not known of a narrowed one.
      const isNarrow = !request.measured && this.current.indexes.some((index) => index.hasMeasuredOnly);
      return this.answerKnown(isNarrow ? unmeasuredZone(zone) : zone, request, exclude, nowMs);
    }
    this.count(NO_FILL_REASONS['unknown-zone']);
    const reason = NO_FILL_REASONS['unknown-zone'];
    return { zone: null, requestedZone, reason, candidates: [], decisionId: '' };
  }

  private answerKnown(
    zone: SnapshotZone,
    request: AdRequest,
    exclude: number[],
    nowMs: number,
    isCounted = true,
  ): AnsweredAd {
    const reason = this.refusal(request.visitor);
    const ad: AnsweredAd = { zone, requestedZone: zone.publicId, reason, candidates: [], decisionId: '' };
    if (ad.reason === 0) this.fill(ad, zone, request, exclude, nowMs);
    if (isCounted) this.countAnswer(ad, request, nowMs);
    return ad;
  }

  private refusal(visitor: Visitor): NoFillCode {
    if (visitor.bot) return NO_FILL_REASONS.bot;
    return visitor.prefetch ? NO_FILL_REASONS.prefetch : refusalOf(visitor.network);
  }

  private fill(
    ad: AnsweredAd,
    zone: SnapshotZone,
    request: AdRequest,
    exclude: number[],
    nowMs: number,
  ): void {
    const { signer } = this.options;
    const { origin, client, language, address } = request.visitor;
    const isTraced =
      (zone.refusal === null || request.test) && this.tracer.takes(zone.id, request.test, nowMs);
    const context: DecisionContext = {
      zone,
      origin,
      client,
      language,
      keywords: request.keywords,
      address,
      exclude,
      random: signer.begin(nowMs),
      reserveMicros: this.reserveMicros,
    };
    const { named } = request.visitor;
    if (named) signer.name(named, request.visitor.private === true);
    const decision = decide(this.current, isTraced ? this.tracer.watch(this.budgets) : this.budgets, context);
    if (isTraced) {
      const id = signer.decisionId();
      this.tracer.note(id, nowMs, request.test, this.current, context, decision);
      if (request.test) ad.decisionId = id;
    }
    ad.reason = decision.reason;
    const setsAside = !request.test && decision.reason === 0 && this.maySetAside(request.visitor, nowMs);
    for (const candidate of decision.candidates) {
      const { campaign, creative, priceMicros, payoutMicros } = candidate;
      const isWinner = ad.candidates.length === 0;
      excludeAnswered(candidate, exclude);
      const fields: TokenFields = {
        pricing: campaign.pricing,
        device: client.device,
        test: request.test,
        private: request.visitor.private === true,
        country: countryOf(origin),
        os: client.os,
        browser: client.browser,
        language,
        zoneId: zone.id,
        creativeId: creative.id,
        campaignId: campaign.id,
        priceMicros,
        payoutMicros,
      };
      ad.candidates.push({ creative, token: signer.sign(fields) });
      if (!setsAside) continue;
      if (isWinner) this.budgets.reserve(campaign.id, priceMicros, nowMs);
      // A successor may be shown too: its price must be in the lease, and with a limit its place is kept.
      else if (this.budgets.leases !== null) this.budgets.reserve(campaign.id, priceMicros, nowMs);
      else if (campaign.impressionLimit > 0) this.budgets.reserve(campaign.id, 0, nowMs);
    }
  }

  /** Whether a decision more of this visitor keeps its place until its impression comes. */
  private maySetAside({ source = NOWHERE, private: isPrivate = false }: Visitor, nowMs: number): boolean {
    return this.held.take(source, isPrivate, nowMs);
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
    visitor: EventVisitor,
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
    // The decision and the kind, not the candidate: one decision bills one impression whichever candidate was shown.
    const key = `${kind}${token.decisionId}`;
    const isKnown = this.recent.has(key);
    const match = token.source === 0 ? 'unknown' : this.options.signer.match(token, visitor.address ?? '');
    const invalidReason = this.invalidReasonOf(kind, token, state, visitor, nowMs, isKnown, match);
    const isRepeated = invalidReason === 0 && isKnown;
    const counts = invalidReason === 0 && !isRepeated;
    // What another process decided is in its budgets, not in these.
    const isOurs = counts && this.isOwn(token);
    const billable = isOurs && isBillable(kind, token);
    const shown = isOurs && kind === 'impression';
    // Whoever decided it: a limit of clicks is nobody's lease.
    const clicked = counts && kind === 'click';
    if (!counts && !this.isWorthARecord(token, visitor, nowMs)) {
      this.counts.unrecorded += 1;
      done({ outcome: 'recorded', token });
      return;
    }
    if (counts) this.recent.add(key);
    if (shown) this.held.giveBack(visitor.source ?? NOWHERE);
    // Counted from now on, not from the fsync: in between the budget would look larger than it is.
    if (isOurs) this.settle(kind, token, billable, nowMs);
    if (clicked) this.budgets.claimClick(token.campaignId, token.decisionId, nowMs);
    const claim = claimOf(token.source, visitor, match);
    const zone = this.current.zones.byId.get(token.zoneId);
    if (counts && claim !== 0 && zone) this.origins.note(zone, claim & ~CLAIM_CONFIRMED, visitor, nowMs);
    // A word of the publisher's own may be a visitor's number.
    const sub = token.private || visitor.private ? '' : (visitor.sub ?? '');
    const record = encodeEvent({
      kind: EVENT_KINDS[kind],
      invalidReason,
      happenedAtMs: nowMs,
      claimed: billable,
      shown,
      knownOnly:
        counts &&
        sub !== '' &&
        this.options.traffic?.mayBring(sub, token, visitor, this.current, nowMs) === false,
      claim,
      sub,
      payload: token.payload,
    });
    const settled = (error: Error | null): void => {
      if (error) {
        if (counts) this.recent.delete(key);
        if (billable) this.budgets.unclaim(token.campaignId, token.priceMicros, token.decidedAtMs);
        if (shown) this.budgets.unclaimShown(token.campaignId);
        if (clicked) this.budgets.unclaimClick(token.campaignId, token.decisionId);
        this.counts.failed += 1;
        done({ outcome: 'failed', token });
        return;
      }
      this.counts.events[EVENT_KINDS[kind]] = (this.counts.events[EVENT_KINDS[kind]] ?? 0) + 1;
      const reason = isRepeated ? INVALID_REASONS.replay : invalidReason;
      if (reason !== 0) this.counts.invalid[reason] = (this.counts.invalid[reason] ?? 0) + 1;
      done({ outcome: 'recorded', token });
    };
    // A person waits for the page that a click leads to; what else is told nobody sees acknowledged.
    this.options.journal.append(record, settled, kind === 'click' ? 'now' : 'soon');
  }

  /** Why an event is not counted, as far as it shows on arrival; the ingestion finds the rest. */
  private invalidReasonOf(
    kind: EventKind,
    token: VerifiedToken,
    state: 'genuine' | 'expired',
    visitor: EventVisitor,
    nowMs: number,
    isKnown: boolean,
    match: AddressMatch,
  ): number {
    const known = invalidByVisitor(visitor);
    if (known !== 0) return known;
    if (state === 'expired') return INVALID_REASONS.expired;
    if (isElsewhere(token.source, match)) return INVALID_REASONS['other-address'];
    if (isKnown) return INVALID_REASONS.counted;
    if (this.isStopped(token)) return INVALID_REASONS.stopped;
    const { creativesById, zones } = this.current;
    const measuredOnly = creativesById.get(token.creativeId)?.measuredOnly;
    const unseen = invalidBySight(kind, visitor.sight, zones.byId.get(token.zoneId), measuredOnly);
    if (unseen !== INVALID_REASONS.counted) return unseen;
    const judged = this.options.traffic?.judge(kind, token, visitor, this.current, nowMs) ?? 0;
    if (judged === 0 && kind === 'click' && !this.budgets.admitsClick(token.campaignId))
      return INVALID_REASONS['over-budget'];
    if (judged !== 0 || kind !== 'impression') return judged;
    // Its place was given to somebody else when it did not come in time.
    const fits = !this.isOwn(token) || this.budgets.admits(token.campaignId, token.decidedAtMs);
    return fits ? INVALID_REASONS.counted : INVALID_REASONS['over-budget'];
  }

  /** Nothing is paid for an ad or a place that the network has stopped, though it was shown before. */
  private isStopped({ creativeId, zoneId }: VerifiedToken): boolean {
    const { creativesById, zones } = this.current;
    return creativesById.get(creativeId)?.stopped === true || zones.byId.get(zoneId)?.refusal === 'stopped';
  }

  /** Of what does not count; whoever repeats an event for ever must not fill the journal with it. */
  private isWorthARecord(token: VerifiedToken, visitor: EventVisitor, nowMs: number): boolean {
    if (nowMs - token.decidedAtMs > RECORDED_MS) return false;
    return this.noise.take(visitor.source ?? NOWHERE, visitor.private === true, nowMs);
  }

  /** Whether this process decided it; alone, it has decided everything. */
  private isOwn({ payload }: VerifiedToken): boolean {
    const { leases } = this.budgets;
    return leases === null || nodeOfPayload(payload) === leases.node;
  }

  private settle(kind: EventKind, token: VerifiedToken, billable: boolean, nowMs: number): void {
    const { campaignId, priceMicros, decidedAtMs } = token;
    if (kind === 'impression') {
      if (!this.released.has(token.decisionId)) this.budgets.rendered(campaignId, priceMicros, decidedAtMs);
      this.budgets.claimShown(campaignId, nowMs);
    }
    if (billable) this.budgets.claim(campaignId, priceMicros, decidedAtMs, nowMs);
  }
}
