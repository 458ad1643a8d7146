import type { CampaignChange, CampaignState } from '@ezdash/contracts';
import { consequenceOf } from './consequenceOf';

const change = (field: string, before: unknown, after: unknown): CampaignChange => ({
  id: 'ch_1',
  at: '2026-11-21T14:05:00.000Z',
  kind: 'changed',
  by: { actor: 'person', name: 'Ada' },
  fields: [
    { field: 'name', before: 'A', after: 'B' },
    { field, before, after },
  ],
  undoes: null,
  undone_by: null,
  undo_refused: null,
});
const URLS = ['https://a.example', 'https://b.example'] as const;

test.each<[string, CampaignChange, CampaignState, string | null]>([
  ['a pause', change('state', 'approved', 'paused'), 'pausedByUser', 'starts'],
  ['an archive of what ran', change('state', 'approved', 'archived'), 'archived', 'starts'],
  ['a resumption', change('state', 'paused', 'approved'), 'running', null],
  ['an archive of a draft', change('state', 'draft', 'archived'), 'archived', null],
  ['another landing page', change('landing_url', ...URLS), 'running', 'review'],
  ['another category', change('category', 'games', 'news'), 'pausedByUser', 'review'],
  ['another landing page of a draft', change('landing_url', ...URLS), 'draft', null],
  ['another bid', change('bid_micros', 1, 2), 'running', null],
])('undoing %s', (_, given, state, expected) => {
  expect(consequenceOf(given, state)).toBe(expected);
});
