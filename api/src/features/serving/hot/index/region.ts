import type { Targeting } from '@ezdash/contracts';
import { COUNTRY_BITS, COUNTRY_MASK, countryCode, countryNumber, UNKNOWN_COUNTRY } from './country';

/**
 * Where a visitor is, in one number: the country's number and, above it, what ISO 3166-2 says behind the dash. A country
 * alone is its own origin, with no region known.
 */
export type Origin = number;

/** Nothing, ten digits and 26 letters: three of them are less than 2¹⁶, so that an origin is a small integer. */
const BASE = 37;
const SUBDIVISION_LENGTH = 3;

function symbolNumber(charCode: number): number {
  if (charCode >= 48 && charCode <= 57) return charCode - 47;
  return charCode >= 65 && charCode <= 90 ? charCode - 54 : 0;
}
const SYMBOLS = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * `DE-BY` → its number, 0 for what is no region's code. The number is made from the code and nothing is kept of it:
 * whoever names regions that do not exist takes no number from anybody.
 */
export function regionNumber(code: string): number {
  const length = code.length - SUBDIVISION_LENGTH;
  if (length < 1 || length > SUBDIVISION_LENGTH || code.charCodeAt(2) !== 45) return 0;
  const country = countryNumber(code.slice(0, 2));
  if (country === UNKNOWN_COUNTRY) return 0;
  let subdivision = 0;
  for (let at = SUBDIVISION_LENGTH; at < code.length; at += 1) {
    const symbol = symbolNumber(code.charCodeAt(at));
    if (symbol === 0) return 0;
    subdivision = subdivision * BASE + symbol;
  }
  return country | (subdivision << COUNTRY_BITS);
}

/** The code of a region's number; empty when it is not known. */
export function regionCode(region: number): string {
  let text = '';
  for (let rest = region >>> COUNTRY_BITS; rest > 0; rest = Math.floor(rest / BASE))
    text = (SYMBOLS[rest % BASE] ?? '') + text;
  return text === '' ? '' : `${countryCode(region)}-${text}`;
}

/** A region of another country is none. */
export const originOf = (country: number, region: number): Origin =>
  countryOf(region) === country ? region : country;
export const countryOf = (origin: Origin): number => origin & COUNTRY_MASK;
/** The number of its region, 0 when that is not known. */
export const regionOf = (origin: Origin): number => (origin >>> COUNTRY_BITS === 0 ? 0 : origin);

/**
 * The countries that a campaign names and takes whole although it names regions: those in which none of the regions
 * lies. None when no country is named: then the regions alone say where.
 */
export function wholeCountriesOf({ countries, regions }: Partial<Targeting>): readonly string[] {
  if (countries === undefined || regions === undefined || regions.include.length === 0) return [];
  const narrowed = new Set(regions.include.map((code) => code.slice(0, code.indexOf('-'))));
  return countries.include.filter((code) => !narrowed.has(code));
}
