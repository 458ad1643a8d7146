import { type DebugPageData, parseUrl } from '@ezdash/contracts';
import type { Request } from 'express';
import type { AuthUser } from '../../platform/auth';

const LONGEST = 2_000;

function parse(text: string | undefined): URL | null {
  return text && text.length <= LONGEST ? parseUrl(text) : null;
}

/** The page's address as it says itself, else where the call came from. */
function pageAddress(req: Request): { uri: string; url: string } {
  const url = parse(req.get('X-Page-Url')) ?? parse(req.get('Referer'));
  const said = req.get('X-Page-Uri');
  const uri = said?.startsWith('/') && said.length <= LONGEST ? said : url ? url.pathname + url.search : '/';
  return { uri, url: url?.href ?? `${req.protocol}://${req.get('Host') ?? ''}${uri}` };
}

/**
 * What the Page tab shows. `is_spa`: the page was reached without a full load. It says so in X-Page-Load (`spa` or
 * `full`); a page that says nothing but marks its calls as made by a script counts as one.
 */
export function pageData(req: Request, user: AuthUser | null, now: Date): DebugPageData {
  const load = req.get('X-Page-Load');
  return {
    timestamp: now.toISOString(),
    ...pageAddress(req),
    authenticated: user !== null,
    user: user && { id: user.id, email: user.email, role: user.role },
    memory_usage: process.memoryUsage.rss(),
    is_spa: load === 'spa' || (load !== 'full' && req.get('X-Requested-With') === 'XMLHttpRequest'),
  };
}
