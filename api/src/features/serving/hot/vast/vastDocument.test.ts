import type { SnapshotCreative } from '../index/entries';
import { makeEntry, newShared } from '../index/makeEntry';
import type { CreativeInput } from '../snapshotInput';
import { campaignInput, creativeInput } from '../testFixtures';
import { IAB_SCHEMA, vastProblems } from './testSchemas';
import { emptyVast, type VastAd, vastDocument, vastDuration } from './vastDocument';

const publisher = { name: 'Ez & <Dash>', origin: 'https://ads.example' };

function video(fields: Partial<CreativeInput> = {}): SnapshotCreative {
  const input = creativeInput({
    id: 1_001,
    campaignId: 1,
    width: 640,
    height: 360,
    address: `https://files.example/creatives/${'d'.repeat(64)}.mp4`,
    content: { format: 'video', contentType: 'video/mp4', parts: { duration_ms: 15_000, bitrate_kbps: 900 } },
    ...fields,
  });
  const [creative] = makeEntry(campaignInput({ id: 1 }), [input], newShared()).creatives;
  if (!creative) throw new Error('no creative');
  return creative;
}
const documentOf = (fields: Partial<CreativeInput> = {}, ad: Partial<VastAd> = {}) =>
  vastDocument(publisher, {
    creative: video(fields),
    token: 'A'.repeat(80),
    decisionId: '019b0000-0000-7000-8000-000000000001',
    domain: 'shop.example',
    ...ad,
  });

const webm = {
  address: `https://files.example/creatives/${'e'.repeat(64)}.webm`,
  content: { format: 'video', contentType: 'video/webm', parts: { duration_ms: 6_040, bitrate_kbps: 0 } },
} as const;
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['an ad', documentOf()],
  ['a webm of unknown bit rate and odd duration', documentOf(webm)],
  ['a title that is no XML', documentOf({ alt: ']]> & <b>"\'</b> \u0000\u001b\ud800\ufffe é 👩‍👩‍👧' })],
  ['an ad without a title of its own', documentOf({ alt: '' })],
  ['no ad', emptyVast('https://ads.example/vast/none?zone=z_1abc&reason=no-campaign&code=303')],
];

describe('a document', () => {
  test.each(DOCUMENTS)(
    'with %s is as we say, and as the IAB says where VAST_XSD names its schema',
    async (_, document) => {
      expect(await vastProblems(document)).toEqual([]);
      if (IAB_SCHEMA) expect(await vastProblems(document, IAB_SCHEMA)).toEqual([]);
    },
  );

  test('of another kind would be refused', async () => {
    for (const broken of [
      documentOf().replace('<AdTitle>', '<Title>').replace('</AdTitle>', '</Title>'),
      documentOf().replace(/<Impression.*?<\/Impression>/, ''),
      documentOf().replace('00:00:15', '15'),
      documentOf().replace('event="start"', 'event="begin"'),
    ])
      expect((await vastProblems(broken)).length).toBeGreaterThan(0);
  });

  test.each([
    ['its own title', { alt: 'Shells for winter' }, {}, 'Shells for winter'],
    ['without one, the domain it leads to', { alt: ' ' }, {}, 'shop.example'],
    ['without that too, the name of the network', { alt: '' }, { domain: '' }, 'Ez &amp; &lt;Dash&gt;'],
  ])('has a title: %s', (_, fields, ad, title) => {
    expect(documentOf(fields, ad)).toContain(`<AdTitle>${title}</AdTitle>`);
  });

  test('carries no macro: its brackets belong into no address', () => {
    expect(documentOf()).toContain(`/vast/e/error/${'A'.repeat(80)}]]></Error>`);
    // Nothing stands in brackets but sections of characters.
    expect(documentOf().replace(/<!\[CDATA\[|\]\]>/g, '')).not.toMatch(/[[\]]/);
    const withMacro = documentOf().replace(']]></Error>', '?code=[ERRORCODE]]]></Error>');
    return expect(vastProblems(withMacro)).resolves.not.toEqual([]);
  });

  test('needs a video', () => {
    expect(documentOf({ content: { format: 'image' } })).toBe('');
  });
});

test('a duration is written as a clock', () => {
  expect([0, 999, 1_000, 15_500, 61_001, 3_600_000].map(vastDuration)).toEqual([
    '00:00:00',
    '00:00:00.999',
    '00:00:01',
    '00:00:15.500',
    '00:01:01.001',
    '01:00:00',
  ]);
});
