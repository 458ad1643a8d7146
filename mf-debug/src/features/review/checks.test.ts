import { IMAGE_MAX_BYTES, LANDING_OUTCOMES, reachesPage } from '@ezdash/contracts/constants';
import de from '../../locales/de.json';
import en from '../../locales/en.json';
import { checksOf } from './checks';
import type { Review } from './queue';

interface Picture {
  url?: string;
  content_type?: string;
  bytes?: number;
  width?: number;
  height?: number;
  format?: string;
  parts?: object;
}

function review(id: string, pictures: Picture[], address = 'https://velonord.example/commute'): Review {
  const creatives = pictures.map((picture, index) => ({
    id: `${id}${index}`,
    name: 'x',
    alt: '',
    state: 'inReview',
    state_reason: null,
    image: {
      id: `a${id}${index}`,
      url: `/creatives/${id}${index}.png`,
      content_type: 'image/png',
      bytes: 84_000,
      width: 300,
      height: 250,
      format: 'image',
      parts: null,
      ...picture,
    },
  }));
  return { campaign: { id, name: `Campaign ${id}`, landing_url: address, creatives } } as unknown as Review;
}
const one = (name: string, subject: Review, waiting: Review[] = [subject]) =>
  checksOf(subject, waiting).find((check) => check.name === name);

test('a campaign in order passes every check but those that nobody has made, with what was found', () => {
  const subject = review('a', [{}, { width: 728, height: 90, content_type: 'image/webp', bytes: 20_000 }]);
  expect(checksOf(subject, [subject, review('b', [{}])])).toEqual([
    { name: 'type', passed: true, key: 'type.known', params: { types: 'PNG, WebP' } },
    { name: 'size', passed: true, key: 'size.known', params: { sizes: '300×250, 728×90' } },
    { name: 'weight', passed: true, key: 'weight.within', params: { weight: 83, most: 150 } },
    { name: 'landing', passed: false, key: 'landing.unchecked', params: { host: 'velonord.example' } },
    { name: 'duplicates', passed: true, key: 'duplicates.none', params: {} },
  ]);
});

test.each<[string, Picture, string]>([
  ['type', { content_type: 'image/tiff' }, 'type.unknown'],
  ['size', { width: 301 }, 'size.unknown'],
  ['weight', { bytes: IMAGE_MAX_BYTES + 1 }, 'weight.above'],
])('%s: a file out of order is named', (name, picture, key) => {
  expect(one(name, review('a', [{}, picture]))).toMatchObject({ passed: false, key });
});

test.each([
  // Nobody has checked it: the form of an address says nothing of its page.
  ['https://shop.example/x?click={click_id}', false, 'landing.unchecked'],
  ['http://shop.example/', false, 'landing.plain'],
  ['http://localhost:8081/landing', false, 'landing.private'],
  ['https://192.168.1.4/', false, 'landing.private'],
  ['https://172.20.0.1/', false, 'landing.private'],
  ['https://intranet/', false, 'landing.private'],
  ['https://[::1]/', false, 'landing.private'],
  ['ftp://shop.example/', false, 'landing.broken'],
  ['shop', false, 'landing.broken'],
])('the address %s: %s', (address, passed, key) => {
  expect(one('landing', review('a', [{}], address))).toMatchObject({ passed, key });
});

test('the same picture twice, in the campaign and beside it', () => {
  const url = '/creatives/same.png';
  expect(one('duplicates', review('a', [{ url }, { url }]))).toMatchObject({ key: 'duplicates.twice' });
  const subject = review('a', [{ url }]);
  expect(one('duplicates', subject, [subject, review('b', [{}, { url }])])).toEqual({
    name: 'duplicates',
    passed: false,
    key: 'duplicates.shared',
    params: { names: 'Campaign b' },
  });
});

const landed = (outcome: string, status: number | null = null): Review =>
  ({ ...review('a', [{}]), landing: { outcome, status, took_ms: 31 } }) as unknown as Review;

test('what the network found at the landing page is said', () => {
  const host = 'velonord.example';
  expect(one('landing', landed('ok', 200))).toMatchObject({
    passed: true,
    key: 'landing.answers',
    params: { host, status: 200, ms: 31 },
  });
  expect(one('landing', landed('status', 404))).toMatchObject({
    passed: false,
    key: 'landing.outcome.status',
    params: { host, status: 404 },
  });
  expect(one('landing', landed('not-https', 200))).toMatchObject({ passed: false, key: 'landing.plain' });
  const { campaign } = review('a', [{}], 'http://velonord.example');
  const gone = { ...landed('status', 404), campaign };
  expect(one('landing', gone)).toMatchObject({ passed: false, key: 'landing.outcome.status' });
  const plain = { ...landed('ok', 200), campaign };
  expect(one('landing', plain)).toMatchObject({ passed: false, key: 'landing.plain' });
});

const click = { by: 'gate', at: '2026-11-21T14:02:00.000Z', x: 150, y: 125 };
test.each<[string, (typeof click | undefined)[], string[], boolean]>([
  ['the gate saw', [click], [], true],
  ['nobody saw', [undefined], [], false],
  ['the reviewer saw', [undefined], ['a0'], true],
  ['nobody saw of one of two', [click, undefined], ['a0'], false],
])('a click that %s', (_, clicks, clicked, passed) => {
  const bundles = clicks.map((seen) => ({
    format: 'html5',
    content_type: 'application/zip',
    parts: { files: 1, click_chain: null, click: seen },
  }));
  const subject = review('a', bundles);
  expect(checksOf(subject, [subject], clicked).find(({ name }) => name === 'click')).toMatchObject({
    passed,
    key: passed ? 'click.seen' : 'click.unseen',
  });
});

test('without images there is nothing to say of them', () => {
  expect(checksOf(review('a', []), []).map(({ name }) => name)).toEqual(['landing', 'duplicates']);
});

test.each([
  ['en', en],
  ['de', de],
])('%s has words for every check', (_, { review: words }) => {
  expect(Object.keys(words.check)).toEqual([
    'type',
    'size',
    'weight',
    'click',
    'landing',
    'displayUrl',
    'duplicates',
  ]);
  expect(Object.keys(words.found)).toEqual(Object.keys(words.check));
  expect(Object.keys(words.found.landing)).toEqual([
    'unchecked',
    'plain',
    'private',
    'broken',
    'answers',
    'outcome',
  ]);
  expect(Object.keys(words.found.landing.outcome)).toEqual(
    LANDING_OUTCOMES.filter((outcome) => !reachesPage(outcome)),
  );
});
