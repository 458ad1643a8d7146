import {
  MAX_KEYWORDS_PER_REQUEST,
  MAX_ROW,
  MAX_ZONES_PER_REQUEST,
  rowId,
  SUB_ID,
  TARGETING_MOST,
} from '@ezdash/contracts';

export interface AdQuery {
  zones: string[];
  exclude: number[];
  /** What the page says it is about: trimmed, lower case, each once. */
  keywords: readonly string[];
  /** The size that every zone must have, for who asks so; null for whichever they have. */
  size: { width: number; height: number } | null;
  /** The publisher's own word for where its visitor comes from (a mailing, a partner); empty when there is none. */
  sub: string;
  test: boolean;
  /** The tag asks, and says that it can measure whether a person sees the ad. */
  measured: boolean;
}
export type ParsedAdQuery = { ok: true; query: AdQuery } | { ok: false; code: string; message: string };

const MAX_ID_LENGTH = 40;
/** Creatives of a page that are read, the latest last. */
const MAX_EXCEPT = MAX_ZONES_PER_REQUEST * 3;

/** Letters, digits, _ and -, one to forty of them. By hand: an expression costs as much as the rest of the parsing. */
function isId(text: string): boolean {
  if (text.length === 0 || text.length > MAX_ID_LENGTH) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    const isDigit = code >= 48 && code <= 57;
    if (!isLetter && !isDigit && code !== 95 && code !== 45) return false;
  }
  return true;
}

const refuse = (code: string, message: string): ParsedAdQuery => ({ ok: false, code, message });

/** The parameters that are read, as they came; of one that is named twice the first. Null is not there. */
interface RawParameters {
  zones: string | null;
  except: string | null;
  kw: string | null;
  size: string | null;
  sub: string | null;
  /** What the tag measured, on the addresses of events. */
  s: string | null;
  test: string | null;
  m: string | null;
}

/** Goes over a query once. By hand: URLSearchParams costs as much as the decision. */
function readParameters(search: string): RawParameters {
  const raw: RawParameters = {
    zones: null,
    except: null,
    kw: null,
    size: null,
    sub: null,
    s: null,
    test: null,
    m: null,
  };
  for (let from = 0; from < search.length; ) {
    let end = search.indexOf('&', from);
    if (end < 0) end = search.length;
    // Those that begin alike differ in what follows.
    switch (search.charCodeAt(from)) {
      case 122:
        if (search.startsWith('zones=', from)) raw.zones ??= search.slice(from + 6, end);
        break;
      case 109:
        if (search.startsWith('m=', from)) raw.m ??= search.slice(from + 2, end);
        break;
      case 107:
        if (search.startsWith('kw=', from)) raw.kw ??= search.slice(from + 3, end);
        break;
      case 101:
        if (search.startsWith('except=', from)) raw.except ??= search.slice(from + 7, end);
        break;
      case 115:
        if (search.startsWith('size=', from)) raw.size ??= search.slice(from + 5, end);
        else if (search.startsWith('sub=', from)) raw.sub ??= search.slice(from + 4, end);
        else if (search.startsWith('s=', from)) raw.s ??= search.slice(from + 2, end);
        break;
      case 116:
        if (search.startsWith('test=', from)) raw.test ??= search.slice(from + 5, end);
        break;
    }
    from = end + 1;
  }
  return raw;
}

/** A parameter's text as of a form (a plus is a space, as URLSearchParams writes it); undefined when it is not UTF-8. */
function decoded(raw: string): string | undefined {
  const text = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const NO_KEYWORDS: readonly string[] = [];

/** Control characters and halves of characters, which no campaign can have named and the database keeps nowhere. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Longer words, and more than fit, are left out: no campaign can have named them. */
function keywordsOf(text: string): readonly string[] {
  const keywords: string[] = [];
  const isOdd = UNPRINTABLE.test(text);
  for (const part of text.split(',')) {
    const word = part.trim().toLowerCase();
    if (word === '' || word.length > TARGETING_MOST.keywordLength || keywords.includes(word)) continue;
    if (isOdd && UNPRINTABLE.test(word)) continue;
    keywords.push(word);
    if (keywords.length === MAX_KEYWORDS_PER_REQUEST) break;
  }
  return keywords;
}

const subIn = (raw: string | null): string => {
  const sub = raw === null ? '' : (decoded(raw) ?? '');
  return SUB_ID.test(sub) ? sub : '';
};

/** What an event's address says beside its token: the publisher's word, and what the tag measured; empty without. */
export function readEventQuery(search: string): { sub: string; sight: string } {
  const { sub, s } = readParameters(search);
  return { sub: subIn(sub), sight: s ?? '' };
}

/** The `sub` of a query; empty when there is none, or one that is not safe in every address and answer as it stands. */
export const subOf = (search: string): string => subIn(readParameters(search).sub);

/**
 * What an ad's event addresses carry of it. A word of the publisher's own may be a visitor's number: who asks not to be
 * followed brings none.
 */
export const subQuery = (sub: string, visitor: { private?: boolean }): string =>
  sub === '' || visitor.private ? '' : `?sub=${sub}`;

const SIZE = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/;

/** `300x250`; null for what is no size. */
function sizeOf(text: string | undefined): AdQuery['size'] {
  const [, width, height] = SIZE.exec(text ?? '') ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}

const MALFORMED = refuse('QUERY_MALFORMED', 'The query is not percent-encoded UTF-8.');

/** Reads `/serve?zones=z_1,z_2&except=cr_1&kw=shoes,running&size=300x250&sub=mail-7&test=1&m=1`. */
export function parseAdQuery(url: string): ParsedAdQuery {
  const mark = url.indexOf('?');
  const raw = readParameters(mark < 0 ? '' : url.slice(mark + 1));
  if (raw.zones === null || raw.zones === '')
    return refuse('ZONES_MISSING', 'Name the zones: /serve?zones=ID or zones=ID,ID.');
  const zonesText = decoded(raw.zones);
  if (zonesText === undefined) return MALFORMED;
  const zones = zonesText.includes(',') ? zonesText.split(',') : [zonesText];
  if (zones.length > MAX_ZONES_PER_REQUEST)
    return refuse('TOO_MANY_ZONES', `At most ${MAX_ZONES_PER_REQUEST} zones fit into one request.`);
  // One that a template left unfilled is no zone, and harms no other. The answer names each, so it must be an id.
  let known = 0;
  for (const [index, named] of zones.entries()) {
    const zone = named.trim();
    if (isId(zone)) known += 1;
    zones[index] = isId(zone) ? zone : '';
  }
  if (known === 0) return refuse('ZONES_MALFORMED', 'A zone id has letters, digits, _ and -.');
  const except = raw.except === null ? null : decoded(raw.except);
  if (except === undefined) return MALFORMED;
  const exclude: number[] = [];
  if (except !== null)
    for (const id of except.split(',').slice(-MAX_EXCEPT)) {
      const row = rowId('creative', id);
      // A larger number is no row's, and no column of the database takes it.
      if (row !== null && row <= MAX_ROW) exclude.push(row);
    }
  const kw = raw.kw === null ? null : decoded(raw.kw);
  if (kw === undefined) return MALFORMED;
  const keywords = kw === null ? NO_KEYWORDS : keywordsOf(kw);
  const size = raw.size === null ? null : sizeOf(decoded(raw.size));
  if (raw.size !== null && size === null)
    return refuse('SIZE_MALFORMED', 'A size is width and height in pixels: size=300x250.');
  const test = raw.test !== null && decoded(raw.test) === '1';
  const measured = raw.m === '1';
  return { ok: true, query: { zones, exclude, keywords, size, sub: subIn(raw.sub), test, measured } };
}
