import { ValidationError } from '../../platform/errors';
import { fieldErrors } from '../../platform/http';
import { type MetricsAsk, type MetricsSide, metricsAsk, metricsQuery } from '../reports';

/** Of a page's address that is no business of the question: an export has all rows from the first on. */
const NOT_KEPT = ['limit', 'offset', 'cursor'];

/** What the pages group by when their address does not say. */
const FIRST_GROUP: Readonly<Record<MetricsSide, string>> = { advertiser: 'campaign', publisher: 'zone' };

/** Whose report it is, and whose figures it asks for. */
export interface ReportOwner {
  id: number;
  side: MetricsSide;
}

/**
 * The question that a saved query string asks at a moment; periods such as "last 7 days" end with that day. Throws
 * ValidationError when it cannot be asked.
 */
export function askOfQuery(query: string, { id, side }: ReportOwner, now: Date): MetricsAsk {
  const params = new URLSearchParams(query);
  for (const name of NOT_KEPT) params.delete(name);
  // As the page reads an address that names none.
  if (!params.has('group')) params.set('group', FIRST_GROUP[side]);
  const parsed = metricsQuery.safeParse(Object.fromEntries(params));
  if (!parsed.success) throw new ValidationError(fieldErrors(parsed.error));
  return metricsAsk(parsed.data, side, id, now);
}
