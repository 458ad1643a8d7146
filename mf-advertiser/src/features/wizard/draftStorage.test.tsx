import { type CampaignDraft, EMPTY_DRAFT } from '../form/campaignForm';
import { dropDraft, isTouched, loadDraft, saveDraft } from './draftStorage';

const KEY = 'ezdash_campaign_draft_7';
const asset = {
  id: 'a_1',
  url: '/creatives/1.png',
  content_type: 'image/png',
  bytes: 9,
  width: 300,
  height: 250,
  format: 'image' as const,
  parts: null,
};
const draft: CampaignDraft = {
  ...EMPTY_DRAFT,
  name: 'Winter',
  creatives: [{ asset, name: 'Shell', alt: 'A shell jacket' }],
  countries: ['AT', 'DE'],
  devices: ['phone'],
  frequency_cap: { count: 3, seconds: 86_400 },
  bid_micros: 3_400_000,
  starts_at: '2026-12-01T08:00',
};
afterEach(() => localStorage.clear());

test('a draft comes back as it was kept, for its person alone', () => {
  saveDraft(7, { draft, savedAtMs: 5 });
  expect(loadDraft(7)).toEqual({ draft, savedAtMs: 5 });
  expect(loadDraft(8)).toBeNull();
  dropDraft(7);
  expect(loadDraft(7)).toBeNull();
});

test.each(['', '{', '[]', '{"version":0,"draft":{},"savedAtMs":1}', '{"version":1,"savedAtMs":1}'])(
  'what cannot be read is no draft: %s',
  (kept) => {
    localStorage.setItem(KEY, kept);
    expect(loadDraft(7)).toBeNull();
  },
);

test('fields of a wrong kind fall back; an image from elsewhere is not taken', () => {
  const odd = {
    name: 4,
    pricing: 'CPX',
    countries: ['DE', 'XX', 3],
    creatives: [
      { asset: { ...asset, url: 'https://elsewhere.example/x.png' } },
      { asset: { ...asset, url: '//e.example' } },
    ],
    bid_micros: 1.5,
    ends_at: 'tomorrow',
  };
  localStorage.setItem(KEY, JSON.stringify({ version: 1, savedAtMs: 1, draft: odd }));
  expect(loadDraft(7)?.draft).toEqual({ ...EMPTY_DRAFT, countries: ['DE'], devices: [] });
});

test('a draft kept before creatives had a host of their own shows their files by their ids', () => {
  const before = { ...asset, url: `/creatives/${'a'.repeat(64)}.png` };
  saveDraft(7, { draft: { ...draft, creatives: [{ asset: before, name: '', alt: '' }] }, savedAtMs: 5 });
  expect(loadDraft(7)?.draft.creatives[0]?.asset.url).toBe('/api/assets/a_1/file');
});

test('how an A/B test is shared out comes back, and nothing else as a share', () => {
  const shared = (share: unknown) => ({ ...draft, creatives: [{ asset, name: 'Shell', alt: 'A', share }] });
  const back = (share: unknown) => {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, savedAtMs: 1, draft: shared(share) }));
    return loadDraft(7)?.draft.creatives[0]?.share;
  };
  expect(back(70)).toBe(70);
  for (const odd of [0, 100, -1, 1.5, '70', null]) expect(back(odd)).toBeUndefined();
});

test('an untouched draft is not worth keeping', () => {
  expect(isTouched({ ...EMPTY_DRAFT })).toBe(false);
  expect(isTouched(draft)).toBe(true);
});
