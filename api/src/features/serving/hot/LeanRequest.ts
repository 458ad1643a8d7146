import { IncomingMessage } from 'node:http';

/** Where a path ends: at the query or at the end. */
export const isPath = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url.charCodeAt(path.length) === 63);

export const SERVE_PATH = '/serve';
export const EVENT_PATH = '/e/';
/** Requests of which `readHeaders` is the only reader. */
const isLean = (url: string): boolean => isPath(url, SERVE_PATH) || url.startsWith(EVENT_PATH);

const whole = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');

/** A header by its name in lower case, which no other of its length has; undefined when it is missing. */
function headerIn(raw: readonly string[], name: string): string | undefined {
  for (let index = 0; index + 1 < raw.length; index += 2)
    if (raw[index]?.length === name.length && raw[index]?.toLowerCase() === name) return raw[index + 1];
  return undefined;
}

/** The `Host` that a request came with, of whatever kind it is. */
export const hostOf = (req: IncomingMessage): string | undefined => headerIn(req.rawHeaders, 'host');
/** The page that asks by a script; undefined for everybody else. */
export const originOf = (req: IncomingMessage): string | undefined => headerIn(req.rawHeaders, 'origin');

/** What node:http asks for, of the request that it asks now. */
const glance: { host: string | undefined; expect: string | undefined } = {
  host: undefined,
  expect: undefined,
};

/**
 * A request whose headers are not made into an object when nobody reads it. node:http itself asks every request whether
 * it names a host and whether it expects something, and so has that object made of a dozen headers, which takes as long
 * as a third of a decision. Ad requests and events show those two alone; what a decision wants to know of the others,
 * `readHeaders` reads as they came. All other requests are as ever, also those that go on to Express, which gives them
 * another prototype.
 */
export class LeanRequest extends IncomingMessage {}
// Not as an accessor of the class: the types have `headers` for a field.
if (whole?.get)
  Object.defineProperty(LeanRequest.prototype, 'headers', {
    configurable: true,
    get(this: LeanRequest) {
      if (!isLean(this.url ?? '')) return whole.get?.call(this);
      glance.host = headerIn(this.rawHeaders, 'host');
      glance.expect = headerIn(this.rawHeaders, 'expect');
      return glance;
    },
    set: whole.set,
  });
