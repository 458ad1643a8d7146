import { z } from 'zod';

const isTimezone = (name: string) => {
  try {
    // PostgreSQL knows the zones by the same names; it takes more than names (`+05`), which this does not.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** Of a query: `Europe/Berlin`; UTC when nobody says. */
export const timezoneQuery = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'There is no such timezone' })
  .default('UTC');
