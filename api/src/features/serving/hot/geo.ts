import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'maxmind';
import { boundedCache } from './boundedCache';
import { countryNumber, UNKNOWN_COUNTRY } from './index/country';

const CACHED = 50_000;
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Address → country number; UNKNOWN_COUNTRY (`ZZ`) for private and unlisted ones. */
export type Geo = (address: string) => number;

/** Opens the country database (CC0) that the package carries; 8 MB stay in memory. */
export async function openGeo(): Promise<Geo> {
  const path = createRequire(import.meta.url).resolve(DATABASE);
  const reader = new Reader<CountryResponse & { country_code?: string }>(await readFile(path));
  return boundedCache(CACHED, (address) => {
    try {
      return countryNumber(reader.get(address)?.country_code ?? '');
    } catch {
      // Not an address at all, whatever a proxy wrote there.
      return UNKNOWN_COUNTRY;
    }
  });
}
