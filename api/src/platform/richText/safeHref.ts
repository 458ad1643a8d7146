/** A name that no address has: what a path of the app is tried against. */
const HERE = 'https://here.invalid';
const WEB = new Set(['https:', 'http:']);
/** One address (or more, with a subject): mail programs read everything behind the colon. */
const MAIL = /^mailto:[^\s<>"']+@[^\s<>"']+$/i;

/**
 * The address a link may have, or null: https, http and mailto, and paths of the app. Read the way browsers read it, so
 * that "/\host", a tab within "javascript:" or a name before "@" deceive nobody.
 */
export function safeHref(href: string): string | null {
  if (MAIL.test(href)) return href;
  const isPath = href.startsWith('/');
  let url: URL;
  try {
    url = isPath ? new URL(href, HERE) : new URL(href);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '') return null;
  if (isPath) return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : null;
  return WEB.has(url.protocol) && href.includes('//') ? url.href : null;
}
