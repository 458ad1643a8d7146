import { openCountries } from '../../../platform/geo';
import { boundedCache } from './boundedCache';
import { countryNumber } from './index/country';

const CACHED = 50_000;

/** Address → country number; UNKNOWN_COUNTRY (`ZZ`) for private and unlisted ones, and for what is no address. */
export type Geo = (address: string) => number;

/** The country database's answers as the index counts them, remembered for the addresses that were seen last. */
export async function openGeo(): Promise<Geo> {
  const countryOf = await openCountries();
  return boundedCache(CACHED, (address) => countryNumber(countryOf(address) ?? ''));
}
