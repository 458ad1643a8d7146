/** Longest line that a value is written on by itself. */
const WIDTH = 110;

/** JSON to be read and compared by people: what fits on a line stands on one. Ends with a line break. */
export function jsonText(value: unknown): string {
  return `${written(value, '', 0)}\n`;
}

function written(value: unknown, indent: string, taken: number): string {
  const flat = onOneLine(value);
  if (typeof value !== 'object' || value === null) return flat;
  if (indent.length + taken + flat.length <= WIDTH) return flat;
  const inner = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((one) => inner + written(one, inner, 1))
    : Object.entries(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + written(one, inner, name.length + 1);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
