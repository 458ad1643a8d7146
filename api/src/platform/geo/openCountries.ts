import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'maxmind';

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const COUNTRY = /^[A-Z]{2}$/;
/** An IPv4 address as a socket for both families shows it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** What a database says of an address, and of its neighbours. */
export interface Located {
  /** ISO 3166; null when it does not know, and for what is no address. */
  code: string | null;
  /** It says the same of all addresses that share so many bits with this one; of IPv4 at most 32. */
  sharedBits: number;
}
export type Locate = (address: string) => Located;

/** Address → ISO 3166-1 code; null for private and unlisted ones, and for what is no address. */
export type CountryLookup = (address: string) => string | null;

/** Nobody shares its place with what is no address. */
const NOWHERE: Located = { code: null, sharedBits: 128 };

async function open(): Promise<Locate> {
  const file = createRequire(import.meta.url).resolve(DATABASE);
  // The file names each country once, and to decode a name takes longer than to find the network.
  const cache = new Map();
  const reader = new Reader<CountryResponse & { country_code?: string }>(await readFile(file), { cache });
  return (address) => {
    try {
      const plain = address.startsWith('::') ? address.replace(MAPPED, '') : address;
      const [found, sharedBits] = reader.getWithPrefixLength(plain);
      const code = found?.country_code ?? '';
      return { code: COUNTRY.test(code) ? code : null, sharedBits };
    } catch {
      return NOWHERE;
    }
  };
}

let opened: Promise<Locate> | null = null;

/** The same as `openCountries`, with what it says of an address' neighbours. */
export function openCountryNetworks(): Promise<Locate> {
  opened ??= open();
  return opened;
}

/**
 * The country database that the package carries (CC0-1.0; its data CC BY 4.0 by the NRO), opened once a process; 8 MB
 * stay in memory.
 */
export async function openCountries(): Promise<CountryLookup> {
  const locate = await openCountryNetworks();
  return (address) => locate(address).code;
}
