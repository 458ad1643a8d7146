import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'maxmind';
import type { Locate, Located } from './openCountries';

const COUNTRY = /^[A-Z]{2}$/;
const SUBDIVISION = /^[A-Z0-9]{1,3}$/;
/** An IPv4 address as a socket for both families shows it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Nobody shares its place with what is no address. */
const NOWHERE: Located = { code: null, sharedBits: 128 };

/**
 * Opens a database in the format of MaxMind's GeoIP2 City, which knows ISO 3166-2 codes (`DE-BY`); throws when it cannot
 * be read or is none.
 */
export async function openRegions(file: string): Promise<Locate> {
  const reader = new Reader<CityResponse>(await readFile(file));
  const knowsV6 = reader.metadata.ipVersion === 6;
  return (address) => {
    const plain = address.replace(MAPPED, '');
    const family = isIP(plain);
    // The reader takes what is no address for 0.0.0.0.
    if (family === 0 || (family === 6 && !knowsV6)) return NOWHERE;
    try {
      const [found, sharedBits] = reader.getWithPrefixLength(plain);
      const country = found?.country?.iso_code ?? '';
      const subdivision = found?.subdivisions?.[0]?.iso_code ?? '';
      const isRegion = COUNTRY.test(country) && SUBDIVISION.test(subdivision);
      return { code: isRegion ? `${country}-${subdivision}` : null, sharedBits };
    } catch {
      return NOWHERE;
    }
  };
}
