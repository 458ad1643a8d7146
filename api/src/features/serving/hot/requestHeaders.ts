/** Whom a publisher's server names, by the headers of VAST 4 for insertion by servers. Believed with its key alone. */
export interface NamedDevice {
  address: string;
  userAgent: string | undefined;
  language: string | undefined;
}

/** What a decision reads of a request's headers. */
export interface RequestHeaders {
  userAgent: string | undefined;
  language: string | undefined;
  forwardedFor: string | undefined;
  /** `Forwarded` (RFC 7239) */
  forwarded: string | undefined;
  /** `Accept` */
  accept: string | undefined;
  /** The browser only prepares a page that may never be seen. */
  prefetch: boolean;
  /** The person asks not to be followed: Global Privacy Control or Do Not Track. */
  private: boolean;
  /** Of a publisher's server that names its visitor; undefined for everybody else. */
  serverKey: string | undefined;
  device: NamedDevice;
}

const PREFETCH = /prefetch|prerender|preview/;

const NOBODY: NamedDevice = { address: '', userAgent: undefined, language: undefined };

/** Whether a name of this length is the expected one, which is in lower case: a letter differs from its capital by a bit. */
function is(name: string, expected: string): boolean {
  for (let at = 0; at < expected.length; at += 1)
    if ((name.charCodeAt(at) | 32) !== expected.charCodeAt(at)) return false;
  return true;
}
const joined = (before: string | undefined, value: string) =>
  before === undefined ? value : `${before}, ${value}`;

/**
 * Reads names and values as they came (`rawHeaders`). Node's own `headers` makes an object of all of them, which costs
 * more than everything a decision looks at: most names are told apart by their length alone.
 */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {
    userAgent: undefined,
    language: undefined,
    forwardedFor: undefined,
    forwarded: undefined,
    accept: undefined,
    prefetch: false,
    private: false,
    serverKey: undefined,
    device: NOBODY,
  };
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    switch (name.length) {
      case 6:
        if (is(name, 'accept')) headers.accept = joined(headers.accept, value);
        break;
      case 9:
        if (is(name, 'forwarded')) headers.forwarded = joined(headers.forwarded, value);
        break;
      case 10:
        if (headers.userAgent === undefined && is(name, 'user-agent')) headers.userAgent = value;
        break;
      case 15:
        if (is(name, 'x-forwarded-for')) headers.forwardedFor = joined(headers.forwardedFor, value);
        else if (is(name, 'accept-language')) headers.language = joined(headers.language, value);
        break;
      // A browser that prefetches says so in `Sec-Purpose`, older ones in `Purpose` or `X-Moz`.
      case 11:
        if (is(name, 'sec-purpose')) headers.prefetch ||= PREFETCH.test(value);
        else if (is(name, 'x-device-ip')) headers.device = { ...headers.device, address: value.trim() };
        break;
      case 12:
        if (is(name, 'x-server-key')) headers.serverKey = value;
        break;
      case 19:
        if (is(name, 'x-device-user-agent')) headers.device = { ...headers.device, userAgent: value };
        break;
      case 24:
        if (is(name, 'x-device-accept-language')) headers.device = { ...headers.device, language: value };
        break;
      case 7:
        if (is(name, 'purpose')) headers.prefetch ||= PREFETCH.test(value);
        else if (is(name, 'sec-gpc')) headers.private ||= value === '1';
        break;
      case 3:
        if (is(name, 'dnt')) headers.private ||= value === '1';
        break;
      case 5:
        if (is(name, 'x-moz')) headers.prefetch ||= PREFETCH.test(value);
        break;
    }
  }
  return headers;
}
