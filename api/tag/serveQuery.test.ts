import { MAX_KEYWORDS_PER_REQUEST, MAX_SERVE_URL_LENGTH, TARGETING_MOST } from '@ezdash/contracts';
import { serveQuery } from './serveQuery';

const ask = { zones: ['z_1'], except: [] as string[], sub: '', keywords: '', test: false, measured: false };
const kwOf = (keywords: string, zones = ['z_1']) =>
  new URLSearchParams(serveQuery({ ...ask, zones, keywords })).get('kw');
const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);

test('zones, what is shown already, keywords, the publisher’s word, a test: what there is of them', () => {
  expect(serveQuery(ask)).toBe('?zones=z_1');
  expect(
    serveQuery({
      zones: ['z_1', 'z_2'],
      except: ['cr_1', 'cr_2'],
      sub: 'mail-7',
      keywords: 'tea',
      test: true,
      measured: true,
    }),
  ).toBe('?zones=z_1,z_2&except=cr_1,cr_2&kw=tea&sub=mail-7&test=1&m=1');
});

test.each([
  ['the first half of a character', `${'a'.repeat(9)}\ud83d`, `${'a'.repeat(9)}\ufffd`],
  ['the second half', '\ude00tea', '\ufffdtea'],
  ['halves the wrong way round', '\ude00\ud83d', '\ufffd\ufffd'],
  ['whole ones', 'tea 😀,😀', 'tea 😀,😀'],
])('%s in a keyword', (_, keywords, expected) => {
  expect(kwOf(keywords)).toBe(expected);
});

test('a zone that is no text either', () => {
  expect(serveQuery({ ...ask, zones: ['z_\ud83d'] })).toBe('?zones=z_%EF%BF%BD');
});

test('keywords: trimmed, none empty, as many as the network reads, none longer than it takes', () => {
  expect(kwOf(' tea ,,\n  coffee, ')).toBe('tea,coffee');
  expect(kwOf(many(30, 'word').join())?.split(',')).toEqual(many(MAX_KEYWORDS_PER_REQUEST, 'word'));
  const longest = 'x'.repeat(TARGETING_MOST.keywordLength);
  expect(kwOf(`${longest}y,${longest},tea`)).toBe(`${longest},tea`);
  expect(serveQuery({ ...ask, keywords: `${'a'.repeat(299)}😀` })).toBe('?zones=z_1');
});

test('the latest 60 of what is shown already', () => {
  const query = serveQuery({ ...ask, except: many(200, 'cr_') });
  expect(new URLSearchParams(query).get('except')?.split(',')).toEqual(many(200, 'cr_').slice(-60));
});

test.each([
  ['Cyrillic', 'спортивная обувь для бега по утрам зимой'],
  ['Chinese', '運動靴運動靴運動靴運動靴運動靴運動靴運動靴運動靴'],
  ['emoji', '👟🎾🏀🏈⚽🏐🏉🎱🏓🏸'],
])('never longer than the network takes: %s', (_, word) => {
  const keywords = many(10, word).join();
  const query = serveQuery({
    zones: many(20, 'z_0b5k1'),
    except: many(80, 'cr_0b5'),
    keywords,
    sub: 's'.repeat(64),
    test: true,
    measured: true,
  });
  expect(`/serve${query}`.length).toBeLessThanOrEqual(MAX_SERVE_URL_LENGTH);
  const kept = new URLSearchParams(query).get('kw') ?? '';
  expect(kept).not.toBe('');
  expect(keywords.startsWith(kept)).toBe(true);
  expect(query.endsWith('&test=1&m=1')).toBe(true);
});
