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

/** Why a database of cities cannot be used, in one sentence for the operator. */
export class GeoDatabaseError extends Error {
  override readonly name = 'GeoDatabaseError';
}

const V4_BITS = 32;
/** Every 4,096th part of the addresses shows whether a file is damaged; a whole one of cities takes seconds to read. */
const STRIDE = 2 ** 20;

function regionIn(found: CityResponse | null): string | null {
  const country = found?.country?.iso_code ?? '';
  const subdivision = found?.subdivisions?.[0]?.iso_code ?? '';
  return COUNTRY.test(country) && SUBDIVISION.test(subdivision) ? `${country}-${subdivision}` : null;
}

/** Whether it names a region anywhere: databases of countries and of networks do not. Throws where it is damaged. */
function knowsRegions(reader: Reader<CityResponse>): boolean {
  let known = false;
  // A tree has one leaf more than nodes: one that has more leads in circles.
  let left = reader.metadata.nodeCount + 1 + 2 ** V4_BITS / STRIDE;
  for (let address = 0; address < 2 ** V4_BITS; left -= 1) {
    if (left <= 0) throw new Error('its search tree does not end');
    const parts = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
    const [found, bits] = reader.getWithPrefixLength(parts.join('.'));
    known ||= regionIn(found) !== null;
    const step = 2 ** (V4_BITS - bits);
    address += known ? Math.max(step, STRIDE) : step;
  }
  return known;
}

async function readDatabase(file: string): Promise<Reader<CityResponse>> {
  const about = `GEO_CITY_DATABASE (${file})`;
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch (error) {
    throw new GeoDatabaseError(`${about} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  let known: boolean;
  let reader: Reader<CityResponse>;
  try {
    reader = new Reader(content);
    known = knowsRegions(reader);
  } catch (error) {
    const sentence = `${about} is damaged or not in MaxMind's format (.mmdb): download the file again.`;
    throw new GeoDatabaseError(sentence, { cause: error });
  }
  if (known) return reader;
  const { databaseType } = reader.metadata;
  throw new GeoDatabaseError(
    `${about} is a database of type "${databaseType}" and names no region: set a city database such as GeoLite2-City.mmdb.`,
  );
}

/**
 * Opens a database in the format of MaxMind's GeoIP2 City, which knows ISO 3166-2 codes (`DE-BY`); throws a
 * `GeoDatabaseError` when it cannot be read or is none.
 */
export async function openRegions(file: string): Promise<Locate> {
  const reader = await readDatabase(file);
  const knowsV6 = reader.metadata.ipVersion === 6;
  return (address) => {
    const plain = address.replace(MAPPED, '');
    const family = isIP(plain);
    // The reader takes what is no address for 0.0.0.0.
    if (family === 0 || (family === 6 && !knowsV6)) return NOWHERE;
    try {
      const [found, sharedBits] = reader.getWithPrefixLength(plain);
      return { code: regionIn(found), sharedBits };
    } catch {
      return NOWHERE;
    }
  };
}
