import { textWithoutSecrets } from '@ezdash/contracts';
import { HIDDEN, hideInText, isSecret } from '../secrets';

/** A query or change that failed, as the store has it. */
export interface FailedCall {
  endpoint: string;
  status: number | string;
  code: string;
  message: string;
  requestId: string | null;
}

export interface ReportLog {
  timestamp: string;
  level: string;
  message: string;
  data: unknown;
}

/** Everything a bug report is made of, as it was found: nothing is taken out yet. */
export interface ReportFacts {
  madeAt: string;
  url: string;
  title: string;
  /** Of the page's user; null for a guest. */
  user: { id: number; role: string } | null;
  /** Name of what runs → its version. */
  versions: Record<string, string>;
  environment: Record<string, string>;
  /** Oldest first. */
  logs: readonly ReportLog[];
  /** Names alone, oldest first. */
  actions: readonly string[];
  failedCalls: readonly FailedCall[];
  /** Texts that must not be in it wherever they stand: the tokens this browser has. */
  secrets: readonly string[];
}

/** A person's own, though no secret: a report leaves the network. */
const PERSONAL_NAME = /mail/i;
/** No name is as long and mixed: a key, a token, a digest. A path's slashes part what a key's do not. */
const LONG_KEYS = [
  /(?<![\w/-])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+-][\w+/-]{19,}=*/g,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g,
];
const REQUEST_ID = /^[\w-]{1,64}$/;
/** How something is found on the server: kept when it looks like one. */
const KEPT_IDS = new Set(['requestId', 'correlationId']);
/** Deeper than any entry of the log is nested. */
const DEEPEST = 12;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,60}$/;

/** The address with the names of its query; values only of names that hold no secret, and never a key. */
export function cleanAddress(url: string): string {
  const address = new URL(url);
  const query = [...address.searchParams].map(
    ([name, value]) =>
      `${name}=${isSecret(name, value) || PERSONAL_NAME.test(name) ? HIDDEN : cleanText(value)}`,
  );
  return `${textWithoutSecrets(address.origin + address.pathname)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function cleanText(text: string): string {
  return LONG_KEYS.reduce((rest, key) => rest.replace(key, HIDDEN), textWithoutSecrets(hideInText(text)));
}

const isId = (name: string, value: unknown): boolean =>
  KEPT_IDS.has(name) && typeof value === 'string' && REQUEST_ID.test(value);

/** A value of any shape without what stands under a secret's name, and each of its texts cleaned. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((each: unknown) => clean(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (isSecret(name, each)) return [cleanText(name), HIDDEN];
      return [cleanText(name), isId(name, each) ? each : clean(each, depth + 1)];
    }),
  );
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
}
const pairs = (values: Record<string, string>): string[] =>
  Object.entries(values).map(
    ([name, value]) => `- ${cleanText(name)}: ${VERSION.test(value) ? value : cleanText(value)}`,
  );
const dataText = (data: unknown): string =>
  data === null || data === undefined ? '' : ` ${JSON.stringify(clean(data))}`;

/**
 * One text for a ticket, in Markdown. Its headings are English for whoever reads it. Tokens, cookies, passwords, e-mail addresses
 * and whatever looks like a key are taken out, wherever they stand.
 */
export function bugReport(facts: ReportFacts): string {
  const { user } = facts;
  const lines = [
    `# ${cleanText(facts.title)}`,
    `- Made: ${facts.madeAt}`,
    `- Address: ${cleanAddress(facts.url)}`,
    `- User: ${user ? `${user.id} (${user.role})` : 'guest'}`,
    ...section('Versions', pairs(facts.versions)),
    ...section('Environment', pairs(facts.environment)),
    ...section(
      'Failing calls',
      facts.failedCalls.map(({ endpoint, status, code, message, requestId }) => {
        const id = requestId !== null && REQUEST_ID.test(requestId) ? `, request ${requestId}` : '';
        return `- ${endpoint}: ${status} ${code} ${cleanText(message)}${id}`;
      }),
    ),
    ...section(
      'Last actions',
      facts.actions.map((name) => `- ${cleanText(name)}`),
    ),
    ...section(
      'Logs',
      facts.logs.map(
        ({ timestamp, level, message, data }) =>
          `- ${timestamp} ${level}: ${cleanText(message)}${dataText(data)}`,
      ),
    ),
    '',
  ];
  return facts.secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), lines.join('\n'));
}
