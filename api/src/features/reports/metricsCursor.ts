import { type MetricGroup, OTHER_SUB_IDS, SUB_ID } from '@ezdash/contracts';
import { z } from 'zod';

/** The row behind which an answer goes on: what it was sorted by (null: by its keys alone) and its keys as stored. */
export interface CursorPlace {
  figure: string | null;
  keys: string[];
}

/** A moment as the database knows it: no 31 February, no hour 24, no year 0. */
const isMoment = (text: string) => {
  const ms = Date.parse(text);
  return (
    !Number.isNaN(ms) &&
    !text.startsWith('0000') &&
    new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)
  );
};
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(`${text}T00:00:00Z`);
const isHour = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && isMoment(text);
const isId = (text: string) => /^\d{1,9}$/.test(text);
const isCode = (text: string) => /^\d{1,3}$/.test(text);
const isWord = (text: string) => /^[a-z-]{0,40}$/.test(text);
const isIso = (text: string) => /^[A-Za-z]{0,2}$/.test(text);

/** What a key of each group may be: it comes back from outside. */
const FITS: Readonly<Record<MetricGroup, (text: string) => boolean>> = {
  date: isDay,
  hour: isHour,
  campaign: isId,
  creative: isId,
  property: isId,
  zone: isId,
  category: isWord,
  country: isIso,
  device: isCode,
  os: isCode,
  browser: isCode,
  language: isIso,
  sub_id: (text) => text === '' || text === OTHER_SUB_IDS || SUB_ID.test(text),
  advertiser: isId,
  invalid_reason: (text) => /^-?\d{1,3}$/.test(text),
};
const stored = z.object({
  f: z
    .string()
    .regex(/^-?\d{1,18}$/)
    .nullable(),
  k: z.array(z.string()),
});

export const writeCursor = ({ figure, keys }: CursorPlace): string =>
  Buffer.from(JSON.stringify({ f: figure, k: keys })).toString('base64url');

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Null: it is no cursor of an answer by these groups. */
export function readCursor(
  text: string,
  groups: readonly MetricGroup[],
  byFigure: boolean,
): CursorPlace | null {
  const { data } = stored.safeParse(parse(text));
  if (!data || data.k.length !== groups.length || (data.f !== null) !== byFigure) return null;
  const fits = groups.every((group, index) => FITS[group](data.k[index] ?? ''));
  return fits ? { figure: data.f, keys: data.k } : null;
}
