/** As it may come from a bank: in small letters, without dashes, or with blanks in it. The same as the server reads. */
export function readReference(text: string): string {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return /^D[A-Z0-9]{8}$/.test(bare) ? `D-${bare.slice(1, 5)}-${bare.slice(5)}` : bare;
}

/** Letters and digits of a whole reference; shorter ones name nothing. */
const WHOLE = 'D-7K3M-Q9XB'.length;
export const isWholeReference = (text: string): boolean => readReference(text).length >= WHOLE;

/** The day it is in a zone, as YYYY-MM-DD. */
export function dayIn(timezone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
}

/** Banks tell a day: its noon lies in it whatever the zone. */
export const noonOf = (day: string): string => `${day}T12:00:00.000Z`;
