import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'maxmind';

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const COUNTRY = /^[A-Z]{2}$/;
/** An IPv4 address as a socket for both families shows it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Address → ISO 3166-1 code; null for private and unlisted ones, and for what is no address. */
export type CountryLookup = (address: string) => string | null;

async function open(): Promise<CountryLookup> {
  const file = createRequire(import.meta.url).resolve(DATABASE);
  const reader = new Reader<CountryResponse & { country_code?: string }>(await readFile(file));
  return (address) => {
    try {
      const code = reader.get(address.replace(MAPPED, ''))?.country_code ?? '';
      return COUNTRY.test(code) ? code : null;
    } catch {
      return null;
    }
  };
}

let opened: Promise<CountryLookup> | null = null;

/** The country database (CC0) that the package carries, opened once a process; 8 MB stay in memory. */
export function openCountries(): Promise<CountryLookup> {
  opened ??= open();
  return opened;
}
