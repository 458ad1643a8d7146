import { v4Number } from '../../../platform/address';
import { openCountryNetworks, openRegions } from '../../../platform/geo';
import { boundedCache } from './boundedCache';
import { countryNumber } from './index/country';
import { type Origin, originOf, regionNumber } from './index/region';

const CACHED = 50_000;
/** Of so many bits of an IPv4 address it is remembered whether all that share them are in one place … */
const BLOCK_BITS = 16;
/** … and of the others, in a table of 2¹⁵ places, where they are. */
const TABLE_BITS = 15;
const GOLDEN = 0x9e3779b1;

/** Address → where it is; UNKNOWN_COUNTRY (`ZZ`) for private and unlisted ones, and for what is no address. */
export type Geo = (address: string) => Origin;

/** Where an address is, with all those that share so many bits with it. */
interface Area {
  origin: Origin;
  sharedBits: number;
}

/**
 * IPv4 addresses are remembered by the block they lie in, most of which are in one country, and in a table of one place
 * each: every new visitor leaves something there, and what a Map leaves behind as it grows costs more than to look up
 * what another address has pushed out.
 */
function remembered(find: (address: string) => Area): Geo {
  const others = boundedCache(CACHED, (address) => find(address).origin);
  /** One more than the origin; 0 where nothing is known, or not of the whole block. */
  const blocks = new Uint32Array(1 << BLOCK_BITS);
  /** Pairs of an address and one more than its origin. */
  const table = new Uint32Array(2 << TABLE_BITS);
  return (address) => {
    const v4 = v4Number(address);
    if (v4 < 0) return others(address);
    const block = v4 >>> (32 - BLOCK_BITS);
    const ofBlock = blocks[block] ?? 0;
    if (ofBlock > 0) return ofBlock - 1;
    const place = (Math.imul(v4, GOLDEN) >>> (32 - TABLE_BITS)) << 1;
    const known = table[place + 1] ?? 0;
    if (known > 0 && table[place] === v4) return known - 1;
    const { origin, sharedBits } = find(address);
    if (sharedBits <= BLOCK_BITS) blocks[block] = origin + 1;
    else {
      table[place] = v4;
      table[place + 1] = origin + 1;
    }
    return origin;
  };
}

/**
 * The databases' answers as the index counts them, remembered for the addresses that were seen last. Regions are
 * known when there is a database of cities; throws when it cannot be read.
 */
export async function openGeo(cityDatabase?: string): Promise<Geo> {
  const countryOf = await openCountryNetworks();
  const regionOf = cityDatabase === undefined ? null : await openRegions(cityDatabase);
  return remembered((address) => {
    const { code, sharedBits } = countryOf(address);
    const country = code ?? '';
    const region = regionOf?.(address);
    // Two databases may disagree: a region of another country is none.
    const known = region?.code?.startsWith(`${country}-`) ? regionNumber(region.code) : 0;
    return {
      origin: originOf(countryNumber(country), known),
      sharedBits: Math.max(sharedBits, region?.sharedBits ?? 0),
    };
  });
}
