import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOLD_REASONS, HOLD_RULES, type HoldReason } from '@ezdash/contracts';
import { projectRoot } from '../../platform/projectRoot';
import { type Counts, reasonsOf, type SourceFigures } from './rules';

const NOW_MS = Date.UTC(2026, 10, 18);
const DAY_MS = 86_400_000;

/** A thousand views, nearly all of them confirmed, from hundreds of homes. */
const COUNTS: Counts = {
  views: 1_000,
  clicks: 10,
  confirmed_views: 950,
  confirmed_clicks: 9,
  elsewhere: 5,
  counted_origins: 1_010,
  senders: 400,
  most_senders: 40,
  visitors: 400,
  networks: 90,
};
const FEW: Counts = { ...COUNTS, views: 99, clicks: 0, counted_origins: 99 };

/** An established key with such figures. */
const GOOD: SourceFigures = {
  madeAtMs: NOW_MS - 60 * DAY_MS,
  isTrusted: false,
  wasTakenBack: false,
  own: COUNTS,
  ofSource: COUNTS,
  ofPublisher: COUNTS,
};

test('good figures are nobody’s business', () => expect(reasonsOf(GOOD, NOW_MS)).toEqual([]));

test.each<[string, Partial<SourceFigures>, HoldReason[]]>([
  ['the last of the first days', { madeAtMs: NOW_MS - 14 * DAY_MS + 1 }, ['young-key']],
  ['the day after them', { madeAtMs: NOW_MS - 14 * DAY_MS }, []],
  ['a young key that an operator has released', { madeAtMs: NOW_MS, isTrusted: true }, []],
  ['a source without a key', { madeAtMs: null }, []],
  ['a source that was taken back', { wasTakenBack: true }, ['taken-back-before']],
  ['a small place of a publisher with enough', { own: FEW }, []],
  ['a publisher with too few of the source', { own: FEW, ofSource: FEW }, ['little-known']],
  ['the same without a key', { madeAtMs: null, ofSource: FEW }, ['little-known']],
  ['the same that an operator has released', { ofSource: FEW, isTrusted: true }, []],
  ['nothing known of addresses', { ofSource: { ...COUNTS, counted_origins: 0 } }, ['little-known']],
])('%s', (_, changed, reasons) => expect(reasonsOf({ ...GOOD, ...changed }, NOW_MS)).toEqual(reasons));

describe.each(['own', 'ofSource', 'ofPublisher'] as const)('counts %s', (whose) => {
  test.each<[string, Partial<Counts>, HoldReason[]]>([
    ['half of them confirmed', { confirmed_views: 500, confirmed_clicks: 10, elsewhere: 0, clicks: 20 }, []],
    ['less than half', { confirmed_views: 480, confirmed_clicks: 0 }, ['odd-share']],
    ['many from elsewhere', { elsewhere: 2_000 }, ['odd-share']],
    ['too many clicks without confirmation', { confirmed_views: 800, clicks: 60 }, ['odd-clicks']],
    ['many clicks that are confirmed', { clicks: 300, confirmed_clicks: 300 }, []],
    ['one machine', { senders: 1, most_senders: 1 }, ['one-machine']],
    ['a few machines', { senders: 20, most_senders: 20 }, ['one-machine']],
    ['one machine on thirty days', { senders: 30, most_senders: 1 }, ['one-machine']],
    ['few visitors', { visitors: 20 }, ['few-visitors']],
    ['visitors of one network', { networks: 1 }, ['few-visitors']],
  ])('%s', (_, changed, reasons) =>
    expect(reasonsOf({ ...GOOD, isTrusted: true, [whose]: { ...COUNTS, ...changed } }, NOW_MS)).toEqual(
      reasons,
    ),
  );
});

test('few events say nothing', () => {
  const bad: Counts = {
    ...FEW,
    confirmed_views: 0,
    confirmed_clicks: 0,
    elsewhere: 0,
    senders: 1,
    networks: 1,
  };
  expect(reasonsOf({ ...GOOD, isTrusted: true, own: bad }, NOW_MS)).toEqual([]);
});

test('docs/invalid-traffic.md has every reason and every number of the rules', () => {
  const text = readFileSync(path.join(projectRoot(), 'docs/invalid-traffic.md'), 'utf8');
  const section = text.slice(text.indexOf('## Earnings on hold'));
  for (const reason of HOLD_REASONS) expect(section).toContain(`| \`${reason}\` |`);
  for (const [name, value] of Object.entries(HOLD_RULES)) expect(section).toContain(`${value} (\`${name}\`)`);
});
