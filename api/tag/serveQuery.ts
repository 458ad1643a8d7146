/** What the network reads of a request, and what it refuses; a test holds these against its contract. */
const MAX_KEYWORDS = 10;
const MAX_KEYWORD_LENGTH = 60;
const MAX_EXCEPT = 60;
const MAX_SUB_LENGTH = 64;
const MAX_LENGTH = 2_048;

export interface Asked {
  zones: string[];
  /** Creatives that the page shows already, the latest last. */
  except: string[];
  /** With commas between. */
  keywords: string;
  /** The publisher's own word for where its visitor comes from. */
  sub: string;
  test: boolean;
  /** The browser lets the tag measure whether a person can see the ad. */
  measured: boolean;
}

/** Half of a character, which a page may have cut, has no address: `encodeURIComponent` throws. */
const encode = (text: string) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));

/** The query of `/serve`: as many of the keywords as fit into an address that the network takes. */
export function serveQuery({ zones, except, keywords, sub, test, measured }: Asked): string {
  const words = keywords
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word && word.length <= MAX_KEYWORD_LENGTH)
    .slice(0, MAX_KEYWORDS);
  for (;;) {
    const query =
      `?zones=${zones.map(encode).join()}` +
      (except.length ? `&except=${except.slice(-MAX_EXCEPT).join()}` : '') +
      (words.length ? `&kw=${encode(words.join())}` : '') +
      (sub && sub.length <= MAX_SUB_LENGTH ? `&sub=${encode(sub)}` : '') +
      (test ? '&test=1' : '') +
      (measured ? '&m=1' : '');
    if (!words.length || query.length + '/serve'.length <= MAX_LENGTH) return query;
    words.pop();
  }
}
