const REGION = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

/** The values of a list that was typed or pasted, a line or a comma each, in the contract's spelling and without doubles. */
export function splitList(dimension: 'regions' | 'keywords' | 'ip_ranges', text: string): string[] {
  const values = text
    .split(/[\n,;]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const spelt = values.map((value) => {
    if (dimension !== 'regions') return value.toLowerCase();
    // What is no code stays as it was typed, to be known again in what is said of it.
    return REGION.test(value.toUpperCase()) ? value.toUpperCase() : value;
  });
  return [...new Set(spelt)];
}

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|\/)|(?=$|\/))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;
const V6_LETTERS = /^[0-9a-f:]+(?:\/(?:12[0-8]|1[01]\d|\d?\d))?$/;

function isV6(text: string): boolean {
  if (!V6_LETTERS.test(text)) return false;
  try {
    // What a browser takes for an address in a link is one.
    return new URL(`http://[${text.split('/')[0]}]/`).hostname !== '';
  } catch {
    return false;
  }
}

/** Whether the server would take a value; what it says of it in the end is its own. */
export function isListed(
  dimension: 'regions' | 'keywords' | 'ip_ranges',
  value: string,
  most: number,
): boolean {
  if (dimension === 'keywords') return value.length <= most;
  if (dimension === 'regions') return REGION.test(value);
  return V4.test(value) || (value.includes(':') && isV6(value));
}
