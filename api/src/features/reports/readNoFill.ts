import { NO_FILL_REASONS, type NoFillReport, publicId } from '@ezdash/contracts';
import type { z } from 'zod';
import { csvLine } from '../../platform/csv';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { wholeHoursSentence } from './exportMetrics';
import { findWholeHoursUntil } from './metrics.repo';
import { type MetricsAsk, metricsAsk, metricsQuery } from './metricsQuery';
import { findRequests, findZones, type RequestsRow } from './noFill.repo';

/** Of the question of a report what is known of ad requests; anything else is refused, so that no filter is passed over. */
export const noFillQuery = metricsQuery
  .pick({
    from: true,
    to: true,
    period: true,
    compare: true,
    timezone: true,
    property: true,
    zone: true,
    category: true,
    country: true,
    device: true,
  })
  .strict();
export type NoFillQuery = z.infer<typeof noFillQuery>;

/** Turns a query into a question; refuses (422) what cannot be asked. */
export const noFillAsk = (query: NoFillQuery, ownerId: number, now: Date): MetricsAsk =>
  metricsAsk({ ...metricsQuery.parse({}), ...query }, 'publisher', ownerId, now);

const NAMES = new Map(Object.entries(NO_FILL_REASONS).map(([name, code]) => [code as number, name]));
/** Of a code that a younger release writes. */
const OTHER = 'other';
const RATE_DIGITS = 6;

interface Reason {
  reason: string;
  requests: number;
  /** The zone that had most of them. */
  zone: { id: number; requests: number };
}

/** How requests ended, all zones together; the most frequent first. */
function sumUp(rows: readonly RequestsRow[]) {
  const found = new Map<string, Reason>();
  let filled = 0;
  for (const { reason: code, zone_id: id, requests: count } of rows) {
    const requests = toNumber(count);
    if (code === NO_FILL_REASONS.filled) {
      filled += requests;
      continue;
    }
    const reason = NAMES.get(code) ?? OTHER;
    const known = found.get(reason) ?? { reason, requests: 0, zone: { id, requests: 0 } };
    known.requests += requests;
    if (requests > known.zone.requests || (requests === known.zone.requests && id < known.zone.id))
      known.zone = { id, requests };
    found.set(reason, known);
  }
  const reasons = [...found.values()].sort(
    (a, b) => b.requests - a.requests || (a.reason < b.reason ? -1 : 1),
  );
  return { filled, reasons, requests: reasons.reduce((sum, each) => sum + each.requests, filled) };
}

/** Why ad requests were answered with no ad: every request is filled or under one reason. Out of one snapshot. */
export function readNoFill(db: Db, ask: MetricsAsk): Promise<NoFillReport> {
  return inTransaction(
    db,
    async (trx) => {
      const { requests, filled, reasons } = sumUp(await findRequests(trx, ask));
      const zones = await findZones(
        trx,
        reasons.map(({ zone }) => zone.id),
      );
      const { compared } = ask;
      const before = compared
        ? { ...compared, ...sumUp(await findRequests(trx, { ...ask, period: compared.period })) }
        : null;
      return {
        from: ask.period.from,
        to: ask.period.to,
        timezone: ask.timezone,
        whole_hours_until: await findWholeHoursUntil(trx, ask),
        requests,
        filled,
        rows: reasons.map(({ reason, requests: count, zone }) => {
          const known = zones.get(zone.id);
          return {
            reason,
            requests: count,
            zone: known
              ? {
                  id: publicId('zone', zone.id),
                  name: known.name,
                  property_id: publicId('property', known.propertyId),
                  requests: zone.requests,
                }
              : null,
          };
        }),
        compared: before && {
          from: before.period.from,
          to: before.period.to,
          requests: before.requests,
          filled: before.filled,
          rows: before.reasons.map(({ reason, requests: count }) => ({ reason, requests: count })),
        },
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/**
 * The same as a CSV file whose first row are the requests that were filled: its columns of requests add up to all. A
 * reason that is known of the days compared with alone has a row without requests.
 */
export function noFillCsv(
  { requests, filled, rows, compared, whole_hours_until: until }: NoFillReport,
  translate: (text: string) => string,
): string {
  const share = (count: number) => (requests === 0 ? null : (count / requests).toFixed(RATE_DIGITS));
  const before = new Map(compared?.rows.map((row) => [row.reason, row.requests]));
  const previous = (count: number) => (compared ? [count] : []);
  const gone = [...before.keys()].filter((reason) => !rows.some((row) => row.reason === reason));
  const all = [...rows, ...gone.map((reason) => ({ reason, requests: 0, zone: null }))];
  return `\uFEFF${[
    csvLine([
      ...['reason', 'requests', 'share', 'zone', 'zone_name', 'zone_requests'],
      ...(compared ? ['previous_requests'] : []),
    ]),
    csvLine(['filled', filled, share(filled), null, null, null, ...previous(compared?.filled ?? 0)]),
    ...all.map(({ reason, requests: count, zone }) =>
      csvLine([
        ...[reason, count, share(count), zone?.id ?? null, zone?.name ?? null, zone?.requests ?? null],
        ...previous(before.get(reason) ?? 0),
      ]),
    ),
    ...(until ? [csvLine([translate(wholeHoursSentence(until))])] : []),
  ].join('')}`;
}
