import type { RequestHandler } from 'express';
import { addressKey, createLimiter } from '../../../platform/auth';
import type { PageCounts } from './pageCounts';
import type { PageTickets } from './pageTickets';

/** A page's ticket, and its new one in the answer. */
export const TICKET_HEADER = 'X-Page-Ticket';
/** `mf-settings/1.2.0,mf-debug/1.0.0`: releases that the page was given after it was made. */
export const GIVEN_HEADER = 'X-Remotes-Given';

/** As many as pages are rendered for an address: telling of pages does not make more of them than loading them does. */
const HEARD_PER_MINUTE = 300;
/** More remotes than a network has. */
const MOST_AT_ONCE = 20;
/** Pages that were heard lately, by release; the oldest are forgotten. */
const MOST_HEARD = 50_000;
const RELEASE = /^(mf-[a-z]{1,60})\/([\w.+-]{1,80})$/;

interface HearPagesParts {
  tickets: Pick<PageTickets, 'renew'>;
  counts: Pick<PageCounts, 'add'>;
  /** True for a version that some visitors get now, or fall back to. From memory. */
  isOffered(name: string, version: string): boolean;
  /** For one address. */
  heardPerMinute?: number;
}

/** Remembers what it was shown, as long as there is room. */
function createMemory(most: number): (key: string) => boolean {
  const known = new Set<string>();
  return (key) => {
    if (known.has(key)) return false;
    known.add(key);
    const [oldest] = known;
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return true;
  };
}

/**
 * Listens to calls of pages that bring their ticket: a tab that stays open goes from remote to remote, and is given new
 * releases, without a page that the server would count. Each page counts once for a release, and gets a fresh ticket.
 * Refuses nothing: whoever says too much is not listened to.
 */
export function hearPages(parts: HearPagesParts): RequestHandler {
  const { tickets, counts, isOffered, heardPerMinute = HEARD_PER_MINUTE } = parts;
  const limiter = createLimiter({ name: 'heard', points: heardPerMinute, durationSeconds: 60 });
  const isNews = createMemory(MOST_HEARD);

  async function isHeard(ip: string | undefined): Promise<boolean> {
    return limiter.consume(addressKey(ip)).then(
      () => true,
      () => false,
    );
  }

  function count(page: string, given: string): void {
    for (const each of given.split(',').slice(0, MOST_AT_ONCE)) {
      const [, name, version] = RELEASE.exec(each) ?? [];
      if (!name || !version || !isOffered(name, version)) continue;
      if (isNews(`${page} ${each}`)) counts.add(name, version);
    }
  }

  return async (req, res, next) => {
    const sent = req.get(TICKET_HEADER);
    const renewed = sent === undefined ? null : tickets.renew(sent, req.ip ?? '');
    if (renewed) {
      res.set(TICKET_HEADER, renewed.ticket);
      const given = req.get(GIVEN_HEADER);
      if (given !== undefined && (await isHeard(req.ip))) count(renewed.page, given);
    }
    next();
  };
}
