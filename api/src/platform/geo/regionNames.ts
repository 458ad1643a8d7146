import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';

/** The names of the Unicode consortium (CLDR; Unicode-3.0); only the English ones are complete. */
const NAMES = 'cldr-subdivisions-full/subdivisions/en/en.json';
const names = z.object({
  subdivisions: z.object({
    localeDisplayNames: z.object({ subdivisions: z.record(z.string(), z.string()) }),
  }),
});
const COUNTRY_LENGTH = 2;

/** What people there call them, where that is something else. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'AT-2': 'Kärnten',
  'AT-3': 'Niederösterreich',
  'AT-4': 'Oberösterreich',
  'AT-6': 'Steiermark',
  'AT-7': 'Tirol',
  'AT-9': 'Wien',
  'CH-FR': 'Freiburg',
  'CH-GE': 'Genève, Genf',
  'CH-LU': 'Luzern',
  'CH-NE': 'Neuenburg',
  'CH-TI': 'Tessin',
  'CH-VD': 'Waadt',
  'CH-VS': 'Wallis',
  'DE-BY': 'Bayern',
  'DE-HE': 'Hessen',
  'DE-NI': 'Niedersachsen',
  'DE-NW': 'Nordrhein-Westfalen',
  'DE-RP': 'Rheinland-Pfalz',
  'DE-SN': 'Sachsen',
  'DE-ST': 'Sachsen-Anhalt',
  'DE-TH': 'Thüringen',
};

export interface NamedRegion {
  /** ISO 3166-2, `DE-BY`. */
  code: string;
  name: string;
  /** What people there call it; null when that is the same, or not known here. */
  ownName: string | null;
}

export interface RegionNames {
  /** By a part of a name or of the code, whatever its case and accents; those whose name begins so first. */
  find(search: string, most: number): NamedRegion[];
  /** Those of these codes that have a name, in the order of the names. */
  of(codes: readonly string[]): NamedRegion[];
}

/** As it is compared: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

async function open(): Promise<RegionNames> {
  const file = createRequire(import.meta.url).resolve(NAMES);
  const parsed = names.parse(JSON.parse(await readFile(file, 'utf8')));
  const regions = Object.entries(parsed.subdivisions.localeDisplayNames.subdivisions)
    .map(([key, name]) => {
      const code = `${key.slice(0, COUNTRY_LENGTH)}-${key.slice(COUNTRY_LENGTH)}`.toUpperCase();
      const ownName = OWN_NAMES[code] ?? null;
      const compared = [name, ...(ownName?.split(', ') ?? []), code].map(plain);
      return { code, name, ownName, compared };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.code.localeCompare(b.code));
  const byCode = new Map(regions.map(({ code, name, ownName }) => [code, { code, name, ownName }]));
  return {
    of: (codes) =>
      [...new Set(codes)]
        .flatMap((code) => byCode.get(code) ?? [])
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.code.localeCompare(b.code)),

    find(search, most) {
      const asked = plain(search.trim());
      if (asked === '') return [];
      const begins = (texts: readonly string[]) => texts.some((text) => text.startsWith(asked));
      const found = regions.filter(({ compared }) => compared.some((text) => text.includes(asked)));
      const inOrder = [
        ...found.filter(({ compared }) => begins(compared)),
        ...found.filter(({ compared }) => !begins(compared)),
      ];
      return inOrder.slice(0, most).map(({ code, name, ownName }) => ({ code, name, ownName }));
    },
  };
}

let opened: Promise<RegionNames> | null = null;

/** Names of regions, read once a process. */
export function openRegionNames(): Promise<RegionNames> {
  opened ??= open();
  return opened;
}
