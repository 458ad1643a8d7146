const HIDDEN = '[hidden]';
/**
 * In a name, in any spelling: `admin_password`, `X-CSRF-TOKEN`, `passwordHash`. The one list of the server's log, of what
 * leaves the network, and of the debug tool, which hides more.
 */
export const SECRET_NAME = /password|passwd|token|secret|authorization|cookie|csrf|dsn/i;
/** Deeper than any part of a report is nested. */
const DEEPEST = 12;

/** Each looks at a word from its beginning alone: from every letter of a long one it would take minutes. */
const RULES: readonly [RegExp, string][] = [
  // Queries and fragments carry the tokens of links; what leads to the page is enough to find it.
  [/((?:https?|wss?):\/\/[^\s?#"'<>)]*|(?<=^|[\s"'(])\/[\w./~%:-]*)(?:[?#][^\s"'<>)]*)?/g, '$1'],
  // Ids that open something stand in paths too; public ids and names of files are shorter.
  [/\/(?=[\w-]*\d)[\w-]{24,}(?=$|[/\s"'<>)])/g, `/${HIDDEN}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\b(?=\w*(?:token|secret|password|csrf))(\w+["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, `$1${HIDDEN}`],
  [/(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[email]'],
];

/** The text without queries of addresses, tokens and e-mail addresses. */
export function textWithoutSecrets(text: string): string {
  return RULES.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

/**
 * A copy of plain data without secrets and e-mail addresses, in names and in texts: for what leaves the network, as
 * reports of errors do.
 */
export function withoutSecrets<T>(value: T, depth?: number): T;
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((each: unknown) => withoutSecrets(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET_NAME.test(name) ? HIDDEN : withoutSecrets(each, depth + 1),
    ]),
  );
}
