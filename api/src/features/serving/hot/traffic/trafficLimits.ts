import type { RateLimit } from './RateCounter';
import { TrafficSettingError } from './TrafficSettingError';

/** How much of one address is taken for people's. */
export interface TrafficLimits {
  impression: readonly RateLimit[];
  click: readonly RateLimit[];
  /** Clicks of one address on one campaign. */
  'same-campaign': readonly RateLimit[];
}

const SPANS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const NAMES = ['impression', 'click', 'same-campaign'] as const;
const LIMIT = /^(\d{1,7})\/([smhd])$/;

const isName = (text: string): text is (typeof NAMES)[number] => NAMES.some((name) => name === text);

/**
 * A household, an office or a mobile network behind one address reaches none of these in earnest: with 1 click in 300
 * impressions, 60 clicks an hour are 18,000 ads.
 */
export const DEFAULT_TRAFFIC_LIMITS = 'impression=600/m,9000/h; click=10/m,60/h; same-campaign=3/m,6/h';

/**
 * `click=10/m,60/h; impression=600/m`: kinds by semicolons, limits by commas, each so many a second, minute, hour or
 * day; `click=` alone is without limit, and what is not named is as in `DEFAULT_TRAFFIC_LIMITS`. Throws
 * TrafficSettingError.
 */
export function parseTrafficLimits(text: string): TrafficLimits {
  const limits: TrafficLimits = { impression: [], click: [], 'same-campaign': [] };
  for (const source of [DEFAULT_TRAFFIC_LIMITS, text])
    for (const part of source.split(';').map((each) => each.trim())) {
      if (part === '') continue;
      const [name = '', list, ...more] = part.split('=').map((each) => each.trim());
      if (!isName(name) || list === undefined || more.length > 0)
        throw new TrafficSettingError(
          `TRAFFIC_LIMITS: must name limits of ${NAMES.join(', ')}, such as click=10/m,60/h, not ${part}.`,
        );
      limits[name] = list.split(',').flatMap((each) => (each.trim() === '' ? [] : [limitOf(each.trim())]));
    }
  return limits;
}

function limitOf(text: string): RateLimit {
  const [, most = '', span = ''] = LIMIT.exec(text) ?? [];
  const windowMs = SPANS[span];
  if (windowMs === undefined || Number(most) < 1)
    throw new TrafficSettingError(
      `TRAFFIC_LIMITS: must have limits such as 10/m (a number from 1, then s, m, h or d), not ${text}.`,
    );
  return { most: Number(most), windowMs };
}
