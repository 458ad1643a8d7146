import type { RemoteState } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { type Before, type Figures, mustWithdraw, shareOf } from './decide';
import type { PageCounts } from './pageCounts';
import * as repo from './trouble.repo';

/** A release that visitors are given now, and the one that it is compared with. */
export interface Suspect {
  name: string;
  version: string;
  releaseId: number;
  /** Guests are shown its pages: then networks count alone, otherwise accounts too. */
  isOpen: boolean;
}

interface JudgeParts {
  db: Db;
  clock: Clock;
  counts: Pick<PageCounts, 'unsaved'>;
  state(name: string): Promise<RemoteState>;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Figures of the release before are kept a week: without them there is nothing to compare with. */
const WATCHED_MS = 6 * DAY_MS;

/** How a suspect stands: as what, since when, and which version it is compared with. */
interface Standing {
  as: 'active' | 'canary';
  since: Date;
  before: string;
}

function standingOf({ active, previous, canary }: RemoteState, version: string): Standing | null {
  if (!active) return null;
  if (canary?.version === version)
    return { as: 'canary', since: new Date(canary.since), before: active.version };
  // Without a release before there is nothing to go back to.
  if (active.version !== version || previous === null) return null;
  return { as: 'active', since: new Date(active.since), before: previous };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function whyOf(
  { networks, accounts, failing, pages }: Figures,
  before: Before,
  { before: version }: Standing,
): string {
  const compared = before
    ? `${percent(shareOf(before))} with ${version}`
    : `nobody was given ${version} lately`;
  const share = percent(shareOf({ failing, pages }));
  const who = accounts === null ? `${networks} networks` : `${accounts} accounts in ${networks} networks`;
  return `Trouble in ${failing} of ${Math.max(failing, pages)} pages (${share}) of ${who}; ${compared}`;
}

/** Decides by what browsers reported: → why a release must be taken back; null when it need not, or may not. */
export function createJudge({ db, clock, counts, state }: JudgeParts) {
  async function pagesOf(name: string, version: string, releaseId: number, span: repo.Span): Promise<number> {
    const saved = await repo.readPages(db, releaseId, span);
    return saved + counts.unsaved(name, version, span.from);
  }

  async function figuresOf(
    { name, version, releaseId, isOpen }: Suspect,
    standing: Standing,
    beforeId: number | null,
  ): Promise<Figures> {
    const until = clock.now();
    const windowStart = new Date(until.getTime() - WINDOW_MS);
    const from = standing.since > windowStart ? standing.since : windowStart;
    const trouble = await repo.readFailures(db, releaseId, { from, until: new Date(until.getTime() + 1) });
    const own = await pagesOf(name, version, releaseId, { from, until });
    // Tabs that were opened with the release before are swapped to this one, and may report it: as long as fewer pages
    // are known to have got it, a few reports would be a large share of those alone.
    const expected =
      standing.as === 'active' && beforeId !== null
        ? await pagesOf(name, standing.before, beforeId, { from: windowStart, until })
        : 0;
    return {
      networks: trouble.networks,
      accounts: isOpen ? null : trouble.accounts,
      failing: isOpen ? trouble.failing : trouble.failingOfAccounts,
      pages: Math.max(own, expected),
    };
  }

  /** How the one before fared in the last hour in which it was given. */
  async function fareBefore(beforeId: number | null): Promise<Before> {
    const last = beforeId === null ? null : await repo.findLastPage(db, beforeId, clock.now());
    if (beforeId === null || last === null) return null;
    const until = new Date(last.getTime() + MINUTE_MS);
    const span = { from: new Date(until.getTime() - HOUR_MS), until };
    const { failing } = await repo.readFailures(db, beforeId, span);
    return { failing, pages: await repo.readPages(db, beforeId, span) };
  }

  /**
   * Once as a canary and once as the active one: whoever activates it again knows, and has the last word. What the pointer
   * was moved back to is not taken back as well: the next one would be older still, and the cause of trouble that two
   * releases share lies elsewhere.
   */
  async function mayBeWithdrawn({ name, releaseId }: Suspect, { as, since }: Standing): Promise<boolean> {
    if (clock.nowMs() - since.getTime() > WATCHED_MS) return false;
    const { isRestored, wasWithdrawn, wasCanaryEnded } = await repo.readPast(db, name, releaseId);
    return as === 'canary' ? !wasCanaryEnded : !isRestored && !wasWithdrawn;
  }

  return async (suspect: Suspect): Promise<string | null> => {
    const standing = standingOf(await state(suspect.name), suspect.version);
    if (!standing || !(await mayBeWithdrawn(suspect, standing))) return null;
    const beforeId = await repo.findReleaseId(db, suspect.name, standing.before);
    const now = await figuresOf(suspect, standing, beforeId);
    const before = await fareBefore(beforeId);
    return mustWithdraw(now, before) ? whyOf(now, before, standing) : null;
  };
}
