/** What the network tells of a try by the token of the publisher's; see its contract. */
export interface ToldDecision {
  zone: string;
  domain: string;
  reason: string | null;
  fates: Record<string, number>;
  winner_domain: string | null;
  payout_bucket: { from_micros: number; to_micros: number | null } | null;
  floor_micros: number;
}
type Told = ToldDecision | 'waiting' | 'foreign' | 'old';

const TRIES = 6;
const TRY_MS = 1_500;
const TIMEOUT_MS = 8_000;

/** Asks for decisions, each until it is known: they are written some moments after they fell. */
export function createTold(base: string, token: string): (decision: string) => Told {
  const known = new Map<string, Told>();
  async function ask(decision: string, left: number): Promise<void> {
    const url = new URL(`/tag-debug/decisions/${decision}`, base);
    url.searchParams.set('token', token);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    const answer = await fetch(url, { credentials: 'omit', signal: abort.signal }).catch(() => null);
    const body: ToldDecision | null = answer?.ok ? await answer.json().catch(() => null) : null;
    clearTimeout(timer);
    if (body) known.set(decision, body);
    else if (answer?.status === 403) known.set(decision, 'old');
    else if (left > 0) setTimeout(() => ask(decision, left - 1), TRY_MS);
    else if (answer?.status === 404) known.set(decision, 'foreign');
  }
  return (decision) => {
    const found = known.get(decision);
    if (found) return found;
    known.set(decision, 'waiting');
    ask(decision, TRIES);
    return 'waiting';
  };
}
