import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOLD_REASONS, HOLD_RULES, type HoldReason } from '@ezdash/contracts';
import { projectRoot } from '../../platform/projectRoot';
import { reasonsOf, type SourceFigures } from './rules';

const NOW_MS = Date.UTC(2026, 10, 18);
const DAY_MS = 86_400_000;

/** An established key with a thousand views, nearly all of them confirmed, from hundreds of homes. */
const GOOD: SourceFigures = {
  madeAtMs: NOW_MS - 60 * DAY_MS,
  isTrusted: false,
  wasTakenBack: false,
  views: 1_000,
  clicks: 10,
  confirmedViews: 950,
  confirmedClicks: 9,
  elsewhere: 5,
  countedOrigins: 1_010,
  senders: 400,
  visitors: 400,
  networks: 90,
};

test('good figures are nobody’s business', () => expect(reasonsOf(GOOD, NOW_MS)).toEqual([]));

test.each<[string, Partial<SourceFigures>, HoldReason[]]>([
  ['the last of the first days', { madeAtMs: NOW_MS - 14 * DAY_MS + 1 }, ['young-key']],
  ['the day after them', { madeAtMs: NOW_MS - 14 * DAY_MS }, []],
  ['a young key that an operator has released', { madeAtMs: NOW_MS, isTrusted: true }, []],
  ['a source without a key', { madeAtMs: null }, []],
  ['a source that was taken back', { wasTakenBack: true }, ['taken-back-before']],
  ['half of them confirmed', { confirmedViews: 500, confirmedClicks: 10, elsewhere: 0, clicks: 20 }, []],
  ['less than half', { confirmedViews: 480, confirmedClicks: 0 }, ['odd-share']],
  ['many from elsewhere', { elsewhere: 2_000 }, ['odd-share']],
  ['few events', { views: 99, clicks: 0, confirmedViews: 0, confirmedClicks: 0, elsewhere: 0 }, []],
  [
    'too many clicks without confirmation',
    { confirmedViews: 800, clicks: 60, confirmedClicks: 9 },
    ['odd-clicks'],
  ],
  ['many clicks that are confirmed', { clicks: 300, confirmedClicks: 300 }, []],
  ['one machine', { senders: 1 }, ['one-machine']],
  ['a few machines', { senders: 20 }, ['one-machine']],
  ['few visitors', { visitors: 20 }, ['few-visitors']],
  ['visitors of one network', { networks: 1 }, ['few-visitors']],
  ['nothing known of addresses', { countedOrigins: 0, senders: 0, visitors: 0, networks: 0 }, []],
])('%s', (_, changed, reasons) => expect(reasonsOf({ ...GOOD, ...changed }, NOW_MS)).toEqual(reasons));

test('docs/invalid-traffic.md has every reason and every number of the rules', () => {
  const text = readFileSync(path.join(projectRoot(), 'docs/invalid-traffic.md'), 'utf8');
  const section = text.slice(text.indexOf('## Earnings on hold'));
  for (const reason of HOLD_REASONS) expect(section).toContain(`| \`${reason}\` |`);
  for (const [name, value] of Object.entries(HOLD_RULES)) expect(section).toContain(`${value} (\`${name}\`)`);
});
