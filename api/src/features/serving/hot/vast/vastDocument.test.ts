import type { SnapshotCreative } from '../index/entries';
import { makeEntry, newShared } from '../index/makeEntry';
import type { CreativeInput } from '../snapshotInput';
import { campaignInput, creativeInput } from '../testFixtures';
import { IAB_SCHEMA, iabSchema, vastProblems } from './testSchemas';
import { emptyVast, VAST_VERSIONS, type VastAd, vastDocument, vastDuration } from './vastDocument';

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

/** Elements in their order, each tracked event as one. */
const elementsOf = (document: string) =>
  [...document.matchAll(/<(\w+)(?: event="(\w+)")?/g)].map(([, name, event]) => event ?? name).join(' ');
const EARLY_EVENTS = 'start firstQuartile midpoint thirdQuartile complete mute unmute pause resume';
const VIEWS = 'ViewableImpression Viewable NotViewable ViewUndetermined';
const ELEMENTS = {
  '2.0': `VAST Ad InLine AdSystem AdTitle Error Impression Creatives Creative Linear Duration TrackingEvents ${EARLY_EVENTS} VideoClicks ClickThrough MediaFiles MediaFile`,
  '3.0': `VAST Ad InLine AdSystem AdTitle Advertiser Error Impression Creatives Creative Linear Duration TrackingEvents ${EARLY_EVENTS} skip closeLinear VideoClicks ClickThrough MediaFiles MediaFile`,
  '4.0': `VAST Ad InLine AdSystem Error Impression ${VIEWS} AdTitle Advertiser Creatives Creative Linear TrackingEvents ${EARLY_EVENTS} skip Duration MediaFiles MediaFile VideoClicks ClickThrough UniversalAdId`,
  '4.1': `VAST Ad InLine AdSystem Error Impression ${VIEWS} AdServingId AdTitle Advertiser Creatives Creative Linear TrackingEvents ${EARLY_EVENTS} skip closeLinear Duration MediaFiles MediaFile VideoClicks ClickThrough UniversalAdId Expires`,
};

describe.each(VAST_VERSIONS)('a document of VAST %s', (version) => {
  const document = documentOf({}, { version });
  const empty = emptyVast('https://ads.example/vast/none?zone=z_1abc&code=303', version);
  const isEarly = version === '2.0' || version === '3.0';
  const isServed = version === '4.1' || version === '4.2';
  const namespace = isEarly ? '' : ' xmlns="http://www.iab.com/VAST"';

  test('has the elements that the version knows, in its order', () => {
    expect(elementsOf(document)).toBe(ELEMENTS[version === '4.2' ? '4.1' : version]);
    expect(document).toContain(`<VAST version="${version}"${namespace}><Ad id="`);
    expect(document.includes(' adType=')).toBe(isServed);
    expect(document).toContain(` ${isEarly ? 'AdID' : 'adId'}="cr_`);
    expect(document.includes(' idValue="cr_')).toBe(version === '4.0');
  });

  test('asks for the code of an error where the version has one', () => {
    expect(document.includes(`/vast/e/error/${'A'.repeat(80)}?code=[ERRORCODE]]]></Error>`)).toBe(
      version !== '2.0',
    );
  });

  test('without an ad keeps its error where the version has one', () => {
    expect(elementsOf(empty)).toBe(version === '2.0' ? 'VAST' : 'VAST Error');
    expect(empty).toContain(`<VAST version="${version}"${namespace}>`);
  });

  test('is as the IAB says but for the macro’s brackets, where VAST_XSD names its schemas', async () => {
    const schema = iabSchema(version);
    if (!schema) return;
    expect(await vastProblems(document.replace('[ERRORCODE]', '900'), schema)).toEqual([]);
    // The draft of VAST 3 has forgotten the error of its section 2.4.2.4.
    if (version !== '3.0') expect(await vastProblems(empty, schema)).toEqual([]);
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
