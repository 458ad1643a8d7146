import { MAX_ZONES_PER_REQUEST, rowId } from '@ezdash/contracts';

export interface AdQuery {
  zones: string[];
  exclude: number[];
  test: boolean;
}
export type ParsedAdQuery = { ok: true; query: AdQuery } | { ok: false; code: string; message: string };

const MAX_ID_LENGTH = 40;

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

/** One parameter's text, percent-decoded; null when it is not there, undefined when it is not UTF-8. */
function parameter(search: string, name: string): string | null | undefined {
  for (let from = 0; from <= search.length; ) {
    let end = search.indexOf('&', from);
    if (end < 0) end = search.length;
    if (search.startsWith(name, from) && search.charCodeAt(from + name.length) === 61) {
      const raw = search.slice(from + name.length + 1, end);
      if (!raw.includes('%')) return raw;
      try {
        return decodeURIComponent(raw);
      } catch {
        return undefined;
      }
    }
    from = end + 1;
  }
  return null;
}

/** Reads `/serve?zones=z_1,z_2&except=cr_1&test=1`. By hand: URLSearchParams costs as much as the decision. */
export function parseAdQuery(url: string): ParsedAdQuery {
  const mark = url.indexOf('?');
  const search = mark < 0 ? '' : url.slice(mark + 1);
  const zonesText = parameter(search, 'zones');
  if (zonesText === undefined) return refuse('QUERY_MALFORMED', 'The query is not percent-encoded UTF-8.');
  if (zonesText === null || zonesText === '')
    return refuse('ZONES_MISSING', 'Name the zones: /serve?zones=ID or zones=ID,ID.');
  const zones = zonesText.includes(',') ? zonesText.split(',') : [zonesText];
  if (zones.length > MAX_ZONES_PER_REQUEST)
    return refuse('TOO_MANY_ZONES', `At most ${MAX_ZONES_PER_REQUEST} zones fit into one request.`);
  for (const zone of zones)
    if (!isId(zone)) return refuse('ZONES_MALFORMED', 'A zone id has letters, digits, _ and -.');
  const except = search.includes('except=') ? parameter(search, 'except') : null;
  if (except === undefined) return refuse('QUERY_MALFORMED', 'The query is not percent-encoded UTF-8.');
  const exclude: number[] = [];
  if (except !== null)
    for (const id of except.split(',', MAX_ZONES_PER_REQUEST * 3)) {
      const row = rowId('creative', id);
      if (row !== null) exclude.push(row);
    }
  return {
    ok: true,
    query: { zones, exclude, test: search.includes('test=') && parameter(search, 'test') === '1' },
  };
}
