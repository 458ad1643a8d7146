import {
  BROWSER_CODES,
  DEVICE_CODES,
  INVALID_REASONS,
  KEPT_REASON,
  type MetricGroup,
  OS_CODES,
  publicId,
} from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { publicRowId } from '../figures';
import type { MetricFilter } from './metricsQuery';

/** The number of `KEPT_REASON`, which is stored nowhere. */
export const KEPT_CODE = -1;

/** Names → what is stored for them. */
const CODES: Partial<Record<MetricGroup, Readonly<Record<string, number>>>> = {
  device: DEVICE_CODES,
  os: OS_CODES,
  browser: BROWSER_CODES,
  invalid_reason: { ...INVALID_REASONS, [KEPT_REASON]: KEPT_CODE },
};
const IDS = {
  campaign: 'campaign',
  creative: 'creative',
  property: 'property',
  zone: 'zone',
  advertiser: 'advertiser',
} as const;
const isId = (group: MetricGroup): group is keyof typeof IDS => group in IDS;

/** What a column is compared with: ids and codes as numbers, the rest as text. */
export function filterValues(group: MetricFilter, values: readonly string[]): RawBuilder<unknown> {
  if (isId(group)) {
    const ids = values.map((value) => publicRowId(IDS[group], value)).filter((id) => id !== null);
    return sql`${ids}::int[]`;
  }
  const codes = CODES[group];
  if (codes) return sql`${values.map((value) => codes[value] ?? -1)}::int2[]`;
  return sql`${[...values]}::char(2)[]`;
}

/** A country nobody could place is stored as ZZ. */
const NOWHERE = 'ZZ';

/** A key as the database has it → as the answer has it: public ids, names of codes, empty where it is not known. */
export function presentKey(group: MetricGroup, key: string): string {
  if (isId(group)) return publicId(IDS[group], Number(key));
  const codes = CODES[group];
  if (codes) return Object.keys(codes).find((name) => String(codes[name]) === key) ?? '';
  return group === 'country' && key === NOWHERE ? '' : key;
}
