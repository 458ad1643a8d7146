import { isIP } from 'node:net';

/** Second-level names under which countries register: `example.co.uk` is somebody's, `co.uk` is nobody's. */
const SECOND_LEVELS: ReadonlySet<string> = new Set(
  'ac co com edu gob gov go gv ltd mil ne net nom or org plc sch'.split(' '),
);
/** Where strangers have sites beside each other under one name: each is a root of its own. */
const SHARED: ReadonlySet<string> = new Set([
  'azurewebsites.net',
  'blogspot.com',
  'cloudfront.net',
  'firebaseapp.com',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'myshopify.com',
  'netlify.app',
  'onrender.com',
  'pages.dev',
  'vercel.app',
  'web.app',
  'weebly.com',
  'wixsite.com',
  'wordpress.com',
  'workers.dev',
]);

/**
 * The root domain of a host, as ads.txt means it: the public suffix and one name before it. Instead of the whole list of
 * public suffixes the kinds that sites live under: where it errs, a file is looked for one name too high or too low, and the
 * result says where. A port stays: it is another site.
 */
export function rootDomain(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const port = host.slice(name.length);
  const parts = name.split('.');
  if (isIP(name) || parts.length <= 2) return host;
  const last = parts.slice(-2);
  const isSuffix = SHARED.has(last.join('.')) || (last[1]?.length === 2 && SECOND_LEVELS.has(last[0] ?? ''));
  return parts.slice(isSuffix ? -3 : -2).join('.') + port;
}
