import {
  CATEGORIES,
  DEVICES,
  lastVersionNumber,
  type OsRule,
  type Targeting,
  type TargetingDimension,
  versionNumber,
} from '@ezdash/contracts';

/** Both ends are in it. */
interface Span {
  from: bigint;
  to: bigint;
}

/** Whether others together leave nothing of a span. */
function isCovered({ from, to }: Span, others: readonly Span[]): boolean {
  let at = from;
  for (const other of others.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (other.from > at) return false;
    if (other.to >= at) at = other.to + 1n;
    if (at > to) return true;
  }
  return false;
}

const LATEST = 1n << 40n;
/** Versions; one without bounds is also whatever names no version. */
const spanOfVersions = ({ min, max }: OsRule): Span => ({
  from: min === null ? (max === null ? -1n : 0n) : BigInt(versionNumber(min)),
  to: max === null ? LATEST : BigInt(lastVersionNumber(max)),
});

const LONG_BITS = 128;
const SHORT_BITS = 32;
const GROUPS = 8;

function addressNumber(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // `URL` writes an IPv6 address in one form, also one that ends as an IPv4 address.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** Addresses of IPv6 lie behind all of IPv4. */
function spanOfAddresses(range: string): Span {
  const [address = '', prefix] = range.split('/');
  const isLong = address.includes(':');
  const width = isLong ? LONG_BITS : SHORT_BITS;
  const bits = BigInt(width - Number(prefix ?? width));
  const from = (isLong ? 1n << 64n : 0n) + ((addressNumber(address) >> bits) << bits);
  return { from, to: from + (1n << bits) - 1n };
}

/** What every visitor, or every property, is one of. */
const ALL: Partial<Record<TargetingDimension, readonly string[]>> = {
  devices: DEVICES,
  categories: CATEGORIES,
};

/** Whether a named region is left, or a named country that stays whole since no named region lies in it. */
function leavesRegion({ countries, regions }: Omit<Targeting, 'hours'>): boolean {
  const runsIn = (code: string) =>
    !countries.exclude.includes(code) && (countries.include.length === 0 || countries.include.includes(code));
  const countryOf = (region: string) => region.slice(0, 2);
  const narrowed = new Set(regions.include.map(countryOf));
  return (
    regions.include.some((code) => !regions.exclude.includes(code) && runsIn(countryOf(code))) ||
    countries.include.some((code) => !countries.exclude.includes(code) && !narrowed.has(code))
  );
}

function isEmpty(dimension: TargetingDimension, choices: Omit<Targeting, 'hours'>): boolean {
  if (dimension === 'os') {
    const { include, exclude } = choices.os;
    const left = include.some((rule) => {
      const same = exclude.filter(({ name }) => name === rule.name).map(spanOfVersions);
      return !isCovered(spanOfVersions(rule), same);
    });
    return include.length > 0 && !left;
  }
  const { include, exclude }: { include: readonly string[]; exclude: readonly string[] } = choices[dimension];
  if (dimension === 'ip_ranges') {
    const excluded = exclude.map(spanOfAddresses);
    return include.length > 0 && include.every((range) => isCovered(spanOfAddresses(range), excluded));
  }
  if (dimension === 'regions') return include.length > 0 && !leavesRegion(choices);
  const taken = include.length > 0 ? include : ALL[dimension];
  return taken?.every((value) => exclude.includes(value)) ?? false;
}

/** The first dimension in which a targeting excludes whatever it includes, so that nobody is left; else null. */
export function emptyDimension({ hours: _hours, ...choices }: Targeting): TargetingDimension | null {
  const dimensions = Object.keys(choices) as TargetingDimension[];
  return dimensions.find((dimension) => isEmpty(dimension, choices)) ?? null;
}
