import type { Request } from 'express';
import { currentUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { sessionHash } from '../../realtime';
import { CLAIMS, type Claim } from '../activation/claims';
import { isSameSubject, type Subject } from '../activation/foldEvents';
import type { RemoteOffer } from '../activation/pointers';
import type { StoredRelease } from '../releases.types';
import type { ActiveRelease } from './registry';
import { bucketOf, type Variants } from './variants';

/** One remote as a visitor gets it. */
export interface GivenRelease extends ActiveRelease {
  /** Row of the release; null for a build that was never published. */
  id: number | null;
  /** By what right it has its addresses. */
  right: Pick<Claim, 'rank' | 'sinceMs'>;
}

/** Of what somebody alone is given. */
export const CHOSEN: GivenRelease['right'] = { rank: CLAIMS.chosen, sinceMs: 0 };

/** Who somebody is to pins: the session before the account that it belongs to. */
function subjectsOf(req: Request): Subject[] {
  const user = currentUser(req);
  if (!user) return [];
  const { session } = req;
  const own: Subject[] = session?.userId
    ? [{ kind: 'session', session: sessionHash(session.family ?? req.sessionID) }]
    : [];
  return [...own, { kind: 'user', userId: user.id }];
}

function pinned({ pins }: RemoteOffer, subjects: readonly Subject[], nowMs: number): StoredRelease | null {
  for (const subject of subjects) {
    const pin = pins.find((one) => isSameSubject(subject, one.subject));
    if (pin && (pin.until === null || pin.until.getTime() > nowMs)) return pin.stored;
  }
  return null;
}

/** With what a page falls back to: of the active release the one before, of any other the active one. */
function given({ active, previous, right, canary }: RemoteOffer, stored: StoredRelease): GivenRelease {
  const isActive = stored.id === active?.id;
  const before = isActive ? previous : active;
  const tried = canary?.stored.id === stored.id ? { rank: CLAIMS.admitted, sinceMs: canary.sinceMs } : CHOSEN;
  const one = { id: stored.id, release: stored.release, previous: before?.release ?? null };
  return { ...one, right: isActive ? right : tried };
}

/** Releases by pins, canaries and pointers; of a remote that has none for the visitor nothing. */
export function createChooser({ variants, clock }: { variants: Variants; clock: Clock }) {
  return (req: Request, offers: readonly RemoteOffer[]): GivenRelease[] => {
    const subjects = offers.some(({ pins }) => pins.length > 0) ? subjectsOf(req) : [];
    const key = offers.some(({ canary }) => canary !== null) ? variants.keyOf(req) : '';
    const nowMs = clock.nowMs();
    return offers.flatMap((offer) => {
      const { name, active, canary } = offer;
      const isTrying = canary !== null && bucketOf(name, canary.stored.id, key) < canary.share;
      const stored = pinned(offer, subjects, nowMs) ?? (isTrying ? canary.stored : active);
      return stored ? [given(offer, stored)] : [];
    });
  };
}
