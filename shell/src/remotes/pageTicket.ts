import { addAnswerListener, addCallHeaders, bootstrap } from '@ezdash/store';

/** This page's ticket, and its new one in answers (`api/src/features/remotes/trouble/hearPages.ts`). */
const TICKET_HEADER = 'X-Page-Ticket';
/** `mf-settings/1.2.0,mf-debug/1.0.0`: what the page was given after it was made. */
const GIVEN_HEADER = 'X-Remotes-Given';
const REGISTRY_PATH = '/remotes/registry.json';
/** A small answer that is the same for everybody, for pages that call nothing. */
const QUIET_PATH = '/api/config';
const TELL_WITHIN_MS = 3_000;

let renewed: string | null = null;

/** What this page's reports count by; undefined where pages are given none. */
export const pageTicket = (): string | undefined => renewed ?? bootstrap().page_ticket;

/** Releases that the server has counted this page for, or is told of. */
const known = new Set<string>();
const untold = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

const nameOf = (remote: string, version: string) => `${remote}/${version}`;

/** What goes with the call that begins now. */
function takeHeaders(url: string): Record<string, string> {
  const ticket = pageTicket();
  if (ticket === undefined || (untold.size === 0 && url !== REGISTRY_PATH)) return {};
  clearTimeout(timer);
  const given = [...untold].join();
  untold.clear();
  return { [TICKET_HEADER]: ticket, ...(given && { [GIVEN_HEADER]: given }) };
}

const keepTicket = (headers: Headers) => {
  renewed = headers.get(TICKET_HEADER) ?? renewed;
};

async function tellNow(): Promise<void> {
  const headers = takeHeaders(QUIET_PATH);
  if (!(GIVEN_HEADER in headers)) return;
  try {
    keepTicket((await fetch(QUIET_PATH, { headers, keepalive: true })).headers);
  } catch {
    // One page that is not counted is no news.
  }
}

/** The page was made with this release: the server has counted it. */
export function notePageOf(remote: string, version: string): void {
  known.add(nameOf(remote, version));
}

/**
 * A release is loaded by a page that was made without it, by a link or as it takes over: the server hears of it once,
 * by the next call that the page makes anyway, or by a small one when there is none for three seconds. Without it, the
 * failures of tabs that stay open would be a share of other people's pages.
 */
export function noteGiven(remote: string, version: string): void {
  const name = nameOf(remote, version);
  if (known.has(name) || pageTicket() === undefined) return;
  known.add(name);
  untold.add(name);
  clearTimeout(timer);
  timer = setTimeout(() => void tellNow(), TELL_WITHIN_MS);
}

/** Begins to send what is noted, and to keep the ticket fresh: every look at the registry brings a new one. @returns ends it */
export function startPageTicket(): () => void {
  const ends = [addCallHeaders(takeHeaders), addAnswerListener(keepTicket)];
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    known.clear();
    untold.clear();
    renewed = null;
  };
}
