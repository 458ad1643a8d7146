import { connect } from 'node:net';
import { publicId } from '@ezdash/contracts';
import { seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { FromLoad, Mix, ToLoad } from './messages';
import { Pace } from './Pace';
import { EVENT_SHARE, FRESH_SHARE, LANGUAGE_HEADERS, userAgents } from './requestMix';
import { DEAR_FROM, KEYWORDS, PROPERTY_ZONES, ZONE_COUNT } from './syntheticInput';

/** Browser-like requests over keep-alive connections, one at a time on each: a process of its own. */
const VARIANTS = 8_192;
const LENGTH = /content-length: (\d+)/i;
/** Pages with several zones, and pages that say what they are about. */
const SEVERAL_ZONES = 0.2;
/** Beside those that chance picks: with them more than a tenth of the zones get no ad. */
const DEAR_ZONES = 0.12;
const WITH_KEYWORDS = 0.2;
/** Three digits each, so that a fresh one can be written over it. */
const ANY_ADDRESS = '100.100.100.100';
const ADDRESS_HEADER = 'X-Forwarded-For: ';
const IMPRESSION = /"impression":"[^"]*?(\/e\/i\/[\w-]+)"/;

function makeRequests(port: number, mix: Mix): Buffer[] {
  const random = seededRandom(3);
  const below = (limit: number) => Math.floor(random() * limit);
  const agents = userAgents();
  const one = <Item>(items: readonly Item[]) => items[below(items.length)];
  return Array.from({ length: VARIANTS }, () => {
    const isDear = mix === 'noFill' || random() < DEAR_ZONES;
    const first = isDear ? DEAR_FROM + below(ZONE_COUNT - DEAR_FROM + 1) : 1 + below(ZONE_COUNT);
    // The zones of one property lie next to one another.
    const count = mix === 'mixed' && random() < SEVERAL_ZONES ? 2 + below(PROPERTY_ZONES - 1) : 1;
    const from = count === 1 ? first : first - ((first - 1) % PROPERTY_ZONES);
    const zones = Array.from({ length: count }, (_, index) => publicId('zone', from + index)).join();
    const words = random() < WITH_KEYWORDS ? [one(KEYWORDS), one(KEYWORDS), 'something else'] : [];
    const query = `zones=${zones}${words.length > 0 ? `&kw=${words.map((word) => encodeURIComponent(word ?? '')).join()}` : ''}`;
    const request = Buffer.from(
      `GET /serve?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `User-Agent: ${one(agents)}\r\n` +
        `Accept: */*\r\nAccept-Language: ${one(LANGUAGE_HEADERS)}\r\nAccept-Encoding: gzip, deflate, br\r\n` +
        `Origin: https://news.example\r\nReferer: https://news.example/\r\nX-Forwarded-For: ${ANY_ADDRESS}\r\nConnection: keep-alive\r\n\r\n`,
    );
    writeAddress(request, random);
    return request;
  });
}

/** Another address, in the place of the one that the request has. */
function writeAddress(request: Buffer, random: () => number): void {
  const at = request.indexOf(ADDRESS_HEADER) + ADDRESS_HEADER.length;
  const octet = (most: number) => 100 + Math.floor(random() * (most - 99));
  request.write(`${octet(222)}.${octet(255)}.${octet(255)}.${octet(254)}`, at, 'latin1');
}

/** The impression of an ad, told by the same browser. */
const impressionOf = (path: string, request: Buffer): string =>
  request.toString('latin1').replace(/^GET \S+/, `GET ${path}`);
const UNTOLD = 1_024;

const prepared = new Map<string, Buffer[]>();
function requestsFor(port: number, mix: Mix): Buffer[] {
  const key = `${port} ${mix}`;
  const known = prepared.get(key) ?? makeRequests(port, mix);
  prepared.set(key, known);
  return known;
}

function run({ port, durationMs, connections, mix, perSecond }: ToLoad): Promise<FromLoad> {
  const asked = requestsFor(port, mix);
  const pace = new Pace(perSecond);
  const started = performance.now();
  let next = 0;
  let requests = 0;
  let bytes = 0;
  let failures = 0;
  let open = connections;
  const random = Math.random;
  /** Addresses of impressions that were answered and not told. */
  const untold: string[] = [];
  const noteImpression = (body: string) => {
    const [, path] = IMPRESSION.exec(body) ?? [];
    if (path !== undefined) untold.push(path);
  };
  return new Promise((resolve) => {
    const close = () => {
      open -= 1;
      if (open > 0) return;
      pace.stop();
      const elapsedMs = performance.now() - started;
      resolve({ say: 'done', requests, elapsedMs, meanBytes: bytes / Math.max(1, requests), failures });
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let missing = 0;
      const send = () => {
        const event = mix === 'mixed' && random() < EVENT_SHARE ? untold.pop() : undefined;
        const request = asked[next % VARIANTS];
        if (request === undefined) return;
        if (random() < FRESH_SHARE) writeAddress(request, random);
        socket.write(event === undefined ? request : impressionOf(event, request));
        next += 1;
      };
      const ask = () => {
        if (performance.now() - started > durationMs) socket.end();
        else pace.take(send);
      };
      socket.on('connect', ask);
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const head = chunk.indexOf('\r\n\r\n');
          const text = chunk.toString('latin1', 0, head);
          const length = Number(LENGTH.exec(text)?.[1] ?? 0);
          if (!text.startsWith('HTTP/1.1 20')) failures += 1;
          if (untold.length < UNTOLD) noteImpression(chunk.toString('latin1', head));
          bytes += length;
          missing = head + 4 + length - chunk.length;
        } else missing -= chunk.length;
        if (missing > 0) return;
        missing = 0;
        requests += 1;
        ask();
      });
      socket.on('error', () => {
        failures += 1;
      });
      socket.on('close', close);
    }
  });
}

process.on('message', (message: ToLoad) => {
  run(message).then((done) => process.send?.(done));
});
