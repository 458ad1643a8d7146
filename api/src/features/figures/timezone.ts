import { z } from 'zod';

/** Letters that PostgreSQL reads as an offset of its own, the whole year: the zones whose clocks are meant. */
const ZONES_OF_LETTERS: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
};

/** What one calls by these letters others call otherwise, PostgreSQL among them, or not at all. */
const AMBIGUOUS = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST US/PACIFIC-NEW'.split(
    ' ',
  ),
);

const isTimezone = (name: string) => {
  try {
    // PostgreSQL knows the other zones by the same names; it takes more than names (`+05`), which this does not.
    return (
      /^[A-Za-z]/.test(name) &&
      !AMBIGUOUS.has(name.toUpperCase()) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    );
  } catch {
    return false;
  }
};

/** Of a query: `Europe/Berlin`; UTC when nobody says. A name that the database and the server read alike. */
export const timezoneQuery = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'There is no such time zone' })
  .transform((name) => ZONES_OF_LETTERS[name.toUpperCase()] ?? name)
  .default('UTC');
