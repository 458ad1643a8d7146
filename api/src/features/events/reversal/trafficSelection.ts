import { createHash } from 'node:crypto';
import { INVALID_REASONS, type LaterReason, REVERSAL } from '@ezdash/contracts';
import { z } from 'zod';
import { utcDay } from '../billing';

/** Events by whose they are and when they were decided: all that is given must hold. Rows' numbers. */
export interface TrafficSpan {
  zoneId?: number;
  propertyId?: number;
  publisherId?: number;
  campaignId?: number;
  /** A case of earnings on hold: the events whose holds it closed. */
  caseId?: number;
  /** Epoch milliseconds of the decisions; the end is not part of it. */
  fromMs: number;
  toMs: number;
}
export interface TrafficDecisions {
  decisionIds: readonly string[];
}
export type TrafficSelection = TrafficSpan | TrafficDecisions;

/** The reversal cannot be made as it is asked for. The message is a sentence for who asks. */
export class ReversalError extends Error {
  override readonly name = 'ReversalError';
}

const DAY_MS = 86_400_000;
const DECISIONS_A_WINDOW = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILTERS = ['zoneId', 'propertyId', 'publisherId', 'campaignId', 'caseId'] as const;

export const isSpan = (selection: TrafficSelection): selection is TrafficSpan => 'fromMs' in selection;

function assertSpan(span: TrafficSpan, nowMs: number): void {
  if (!FILTERS.some((name) => span[name] !== undefined))
    throw new ReversalError('Name a zone, a property, a publisher or a campaign: not all traffic at once.');
  if (!(span.fromMs < span.toMs)) throw new ReversalError('The span ends before it begins.');
  // What a case has closed gets nothing more, whatever the clock of the server that decided on it.
  if (span.toMs > nowMs && span.caseId === undefined)
    throw new ReversalError('The span ends in the future: its events are not known yet.');
  // Each of its days is looked at by itself, while somebody waits for the answer.
  if (span.toMs - span.fromMs > REVERSAL.mostDays * DAY_MS)
    throw new ReversalError(`The span is longer than ${REVERSAL.mostDays} days: take it back in parts.`);
}

function assertDecisions({ decisionIds }: TrafficDecisions): void {
  if (decisionIds.length === 0) throw new ReversalError('There is no decision id.');
  if (decisionIds.length > REVERSAL.mostDecisions)
    throw new ReversalError(`At most ${REVERSAL.mostDecisions} decisions at a time.`);
  const unknown = decisionIds.find((id) => !UUID.test(id));
  if (unknown !== undefined) throw new ReversalError(`${unknown} is no decision id.`);
}

/** Throws ReversalError for a selection that is empty, without bounds or not over yet. */
export function assertSelection(selection: TrafficSelection, nowMs: number): void {
  if (isSpan(selection)) assertSpan(selection, nowMs);
  else assertDecisions(selection);
}

/** As it is stored: `{ zone: 401, from, to }` or `{ decisions: [...] }`, the same for the same selection. */
export function selectionJson(selection: TrafficSelection): Record<string, unknown> {
  if (!isSpan(selection)) return { decisions: [...new Set(selection.decisionIds)].sort() };
  const { zoneId, propertyId, publisherId, campaignId, caseId, fromMs, toMs } = selection;
  return {
    ...(zoneId !== undefined && { zone: zoneId }),
    ...(propertyId !== undefined && { property: propertyId }),
    ...(publisherId !== undefined && { publisher: publisherId }),
    ...(campaignId !== undefined && { campaign: campaignId }),
    ...(caseId !== undefined && { case: caseId }),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  };
}

const row = z.int().positive().optional();
const moment = z.iso.datetime();
const storedSpan = z.object({
  zone: row,
  property: row,
  publisher: row,
  campaign: row,
  case: row,
  from: moment,
  to: moment,
});
const storedDecisions = z.object({ decisions: z.array(z.string()) });

/** What `selectionJson` stored. */
export function readSelection(stored: unknown): TrafficSelection {
  const span = storedSpan.safeParse(stored);
  if (!span.success) return { decisionIds: storedDecisions.parse(stored).decisions };
  const { zone, property, publisher, campaign, case: caseId, from, to } = span.data;
  return {
    ...(zone !== undefined && { zoneId: zone }),
    ...(property !== undefined && { propertyId: property }),
    ...(publisher !== undefined && { publisherId: publisher }),
    ...(campaign !== undefined && { campaignId: campaign }),
    ...(caseId !== undefined && { caseId }),
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
  };
}

/** Names a reason and a selection: who asks for the same again means the same reversal. */
export function fingerprint(reason: LaterReason, selection: TrafficSelection): string {
  const text = JSON.stringify([INVALID_REASONS[reason], selectionJson(selection)]);
  return createHash('sha256').update(text).digest('hex');
}

/** A part of a selection that is gone through at once: one day, so that one partition is read, or some decisions. */
export interface TrafficWindow {
  filter: Pick<TrafficSpan, (typeof FILTERS)[number]>;
  fromMs: number | null;
  toMs: number | null;
  decisionIds: readonly string[] | null;
}

export function windowsOf(selection: TrafficSelection): TrafficWindow[] {
  const windows: TrafficWindow[] = [];
  if (!isSpan(selection)) {
    const ids = [...new Set(selection.decisionIds)].sort();
    for (let at = 0; at < ids.length; at += DECISIONS_A_WINDOW)
      windows.push({
        filter: {},
        fromMs: null,
        toMs: null,
        decisionIds: ids.slice(at, at + DECISIONS_A_WINDOW),
      });
    return windows;
  }
  const { fromMs, toMs, ...filter } = selection;
  for (let start = fromMs; start < toMs; ) {
    const end = Math.min(toMs, (Math.floor(start / DAY_MS) + 1) * DAY_MS);
    windows.push({ filter, fromMs: start, toMs: end, decisionIds: null });
    start = end;
  }
  return windows;
}

/** The UTC days of a span; null for decisions, whose days are only known from their events. */
export function daysOf(selection: TrafficSelection): { first: string; last: string } | null {
  if (!isSpan(selection)) return null;
  return { first: utcDay(selection.fromMs), last: utcDay(selection.toMs - 1) };
}
