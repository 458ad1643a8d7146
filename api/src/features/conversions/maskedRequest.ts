const LONGEST = 2_000;
const MASK = '…';
/** A goal's key, wherever it was put by mistake. */
const KEY = /ezk_[\w-]*/g;

/**
 * What a report said, as `name=value&…`, readable rather than escaped, and without its key: of that only that there was
 * one. At most 2,000 characters.
 */
export function maskedRequest(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${name.toLowerCase() === 'key' ? MASK : String(each)}`),
  );
  // Neither a NUL nor half a character can be stored.
  return parts
    .join('&')
    .replaceAll(KEY, MASK)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .slice(0, LONGEST)
    .replace(/[\uD800-\uDBFF]$/, '');
}
