import type { OsRule, Targeting, TargetingDimension } from '@ezdash/contracts';
import {
  BROWSERS,
  CATEGORIES,
  COUNTRIES,
  DEVICES,
  NO_TARGETING,
  OPERATING_SYSTEMS,
  TARGETING_MOST,
} from '@ezdash/contracts/constants';

type Raw = Record<string, unknown>;
const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const MOST = TARGETING_MOST.properties;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, MOST) : [];
const versionOf = (value: unknown) => (typeof value === 'string' ? value : null);

function osRules(value: unknown): OsRule[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry): OsRule[] => {
    if (!isRecord(entry)) return [];
    const name = OPERATING_SYSTEMS.find((os) => os === entry.name);
    return name ? [{ name, min: versionOf(entry.min), max: versionOf(entry.max) }] : [];
  });
}

/** Lists of which the network knows every value; of others any text may be one. */
const KNOWN: Partial<Record<TargetingDimension, readonly string[]>> = {
  countries: COUNTRIES,
  devices: DEVICES,
  browsers: BROWSERS,
  categories: CATEGORIES,
};

function hoursOf(value: unknown): Targeting['hours'] {
  if (!isRecord(value) || typeof value.timezone !== 'string' || !Array.isArray(value.hours)) return null;
  const hours = value.hours.filter((hour) => Number.isInteger(hour) && hour >= 0 && hour < 168);
  return { timezone: value.timezone, hours };
}

/** Dimension by dimension: a browser's storage is anybody's to write, and a draft may be older than this page. */
export function toDraftTargeting(raw: unknown): Targeting {
  if (!isRecord(raw)) return NO_TARGETING;
  const { hours: _hours, ...choices } = NO_TARGETING;
  const sides = Object.keys(choices).map((dimension) => {
    const value = isRecord(raw[dimension]) ? (raw[dimension] as Raw) : {};
    const side = (name: 'include' | 'exclude') => {
      if (dimension === 'os') return osRules(value[name]);
      const known = KNOWN[dimension as TargetingDimension];
      return texts(value[name]).filter((text) => !known || known.includes(text));
    };
    return [dimension, { include: side('include'), exclude: side('exclude') }];
  });
  return { ...(Object.fromEntries(sides) as Omit<Targeting, 'hours'>), hours: hoursOf(raw.hours) };
}
