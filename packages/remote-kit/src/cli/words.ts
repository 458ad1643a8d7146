import type { GateVerdict, ReleaseEvent, ReleaseInfo, RemoteState } from '@ezdash/contracts';

/** `2026-11-22 18:05 UTC`: the same for whoever reads it, wherever they are. */
export const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

export const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/** What a terminal takes for commands, and what turns the order in which it is read. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Of others, on one line: what browsers and teams say may hold what steers a terminal. */
export const plain = (text: string): string => text.replace(STEERING, ' ');

/** For machines, and harmless where people look at it: all that steers a terminal is escaped. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(STEERING, (run) =>
    [...run].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );

/** Rows under their headings, each column as wide as its widest; the last one is not padded. */
export function table(headings: string[], rows: string[][]): string[] {
  const all = [headings, ...rows.map((row) => row.map(plain))];
  const widths = headings.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A line a check; those that failed stand out. */
export function verdictLines({ passed, checks }: GateVerdict): string[] {
  const signs = { passed: '✓', failed: '✗', skipped: '–' };
  return [
    passed ? 'The gate lets it pass' : 'The gate refuses it',
    ...checks.map(({ check, outcome, detail }) =>
      `  ${signs[outcome]} ${check.padEnd(9)} ${plain(detail)}`.trimEnd(),
    ),
  ];
}

/** `integrity, exposes` */
export const failedChecks = ({ checks }: GateVerdict): string =>
  checks
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ check }) => check)
    .join(', ');

/** What visitors get, in sentences. */
export function stateLines({
  remote,
  active,
  previous,
  canary,
  pins,
  planned,
  built,
}: RemoteState): string[] {
  return [
    active
      ? `Everybody gets ${remote} ${active.version}, since ${time(active.since)}`
      : `Nobody gets ${remote}: no release was activated`,
    ...(canary
      ? [`${canary.percent} % of the visitors get ${canary.version}, since ${time(canary.since)}`]
      : []),
    ...(previous ? [`A rollback leads to ${previous}`] : []),
    ...(built ? [`The server is built with ${built}, which is not active: activate it, or leave it`] : []),
    ...pins.map(({ subject, version, until }) => {
      const who =
        subject.kind === 'user' ? subject.email || subject.user_id : `The session ${subject.session}`;
      return `${who} gets ${version}${until ? ` until ${time(until)}` : ''}`;
    }),
    ...planned.map(
      ({ id, version, at, by, why }) =>
        `Plan ${id}: ${version} for everybody at ${time(at)}, by ${plain(whoWord(by))}${why ? `: ${plain(why)}` : ''}`,
    ),
  ];
}

/** For a team admins have no addresses. */
const whoWord = (by: string): string => (by === 'admin' ? 'an operator' : by);

/** Heading of `troubleWord`. */
export const TROUBLE = 'trouble in 24 h';
export const troubleWord = ({ failures, page_loads: pages }: ReleaseInfo['trouble']): string =>
  `${failures} of ${pages} pages`;

const verdictWord = ({ verdict }: ReleaseInfo): string => {
  if (verdict === null) return 'not judged';
  return verdict.passed ? 'passed' : `refused: ${failedChecks(verdict)}`;
};

export function releaseTable(releases: ReleaseInfo[]): string[] {
  return table(
    ['version', 'published', 'by', 'commit', 'brotli', 'contract', 'gate', TROUBLE],
    releases.map((one) => [
      one.version,
      time(one.published_at),
      whoWord(one.publisher),
      one.commit?.slice(0, 10) ?? '',
      kB(one.brotli_byte_count),
      String(one.contract_version),
      verdictWord(one),
      troubleWord(one.trouble),
    ]),
  );
}

/** Events whose name alone would say something else. */
const EVENT_WORDS: Partial<Record<ReleaseEvent['event'], string>> = {
  built: 'built in',
  rolled_back: 'rolled back to',
};

/** What happened, in words: `canary 1.4.0 (5 %)`. */
function happening({ event, version, percent, subject, subject_email: email, at }: ReleaseEvent): string {
  const parts = [
    percent === null ? '' : `${percent} %`,
    email ?? subject ?? '',
    at === null ? '' : `for ${time(at)}`,
  ].filter(Boolean);
  return `${EVENT_WORDS[event] ?? event.replaceAll('_', ' ')} ${version}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

export function historyTable(events: ReleaseEvent[]): string[] {
  return table(
    ['when', 'who', 'what', 'why'],
    events.map((one) => [time(one.happened_at), whoWord(one.by), happening(one), one.why]),
  );
}
