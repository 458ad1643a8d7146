/** The last day of support of each line that this server runs on (https://nodejs.org/en/about/previous-releases). */
const END_OF_SUPPORT: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};
const RECOMMENDED = Math.max(...Object.keys(END_OF_SUPPORT).map(Number));

/** What the operator is told when this Node.js gets no more fixes; null while it does. Lines in between have ended. */
export function findNodeNotice(version: string, now: Date): string | null {
  const line = Number.parseInt(version.replace(/^v/, ''), 10);
  if (line > RECOMMENDED) return null;
  const end = END_OF_SUPPORT[line];
  // The day itself still counts.
  if (end !== undefined && now.toISOString().slice(0, 10) <= end) return null;
  const since = end === undefined ? '' : ` on ${end}`;
  return `Support for Node.js ${line} ended${since}. Upgrade to ${line < RECOMMENDED ? `Node.js ${RECOMMENDED}` : 'a newer one'}.`;
}
