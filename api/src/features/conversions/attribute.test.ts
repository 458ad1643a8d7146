import { INVALID_REASONS } from '@ezdash/contracts';
import { attribute, type Click, type Report, WAIT_MS } from './attribute';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DECIDED_MS = Date.UTC(2026, 10, 18, 10, 30);
const CLICKED_MS = DECIDED_MS + 20 * SECOND_MS;
const OWNER = 1001;

const click = (fields: Partial<Click> = {}): Click => ({
  advertiserId: OWNER,
  clickedAtMs: CLICKED_MS,
  invalidReason: INVALID_REASONS.counted,
  ...fields,
});
const report = (fields: Partial<Report> = {}): Report => ({
  goalOwnerId: OWNER,
  windowDays: 30,
  decidedAtMs: DECIDED_MS,
  receivedAtMs: CLICKED_MS + HOUR_MS,
  traffic: null,
  ...fields,
});
/** Judged as it comes in, unless said otherwise. */
const judge = (given: Report, found: Click | null, nowMs = given.receivedAtMs) =>
  attribute(given, found, nowMs);

const early = INVALID_REASONS['click-before-impression'];
const soon = report({ receivedAtMs: CLICKED_MS + SECOND_MS });

test.each<[string, Report, Click | null, string]>([
  ['a counted click within the window', report(), click(), 'attributed'],
  [
    'the last moment of the window',
    report({ receivedAtMs: CLICKED_MS + 30 * DAY_MS }),
    click(),
    'attributed',
  ],
  ['a millisecond later', report({ receivedAtMs: CLICKED_MS + 30 * DAY_MS + 1 }), click(), 'late'],
  [
    'a day later in a window of a day',
    report({ windowDays: 1, receivedAtMs: CLICKED_MS + DAY_MS + 1 }),
    click(),
    'late',
  ],
  ['a click on somebody else', report(), click({ advertiserId: 1002 }), 'other-advertiser'],
  [
    'an old click on somebody else',
    report({ receivedAtMs: CLICKED_MS + 60 * DAY_MS }),
    click({ advertiserId: 1002 }),
    'other-advertiser',
  ],
  ['a click that was no person’s', report(), click({ invalidReason: INVALID_REASONS.sivt }), 'invalid-click'],
  [
    'a click beyond the budget',
    report(),
    click({ invalidReason: INVALID_REASONS['over-budget'] }),
    'invalid-click',
  ],
  ['a click whose impression is still to come', soon, click({ invalidReason: early }), 'waiting'],
  ['no click, moments after the decision', soon, null, 'waiting'],
  ['no click, a day after the decision', report({ receivedAtMs: DECIDED_MS + DAY_MS }), null, 'waiting'],
  [
    'no click, weeks after the decision: a node may be behind with its journal',
    report({ receivedAtMs: DECIDED_MS + 31 * DAY_MS }),
    null,
    'waiting',
  ],
  [
    'no click, when any click would be beyond the window',
    report({ receivedAtMs: DECIDED_MS + 31 * DAY_MS + 60 * SECOND_MS + 1 }),
    null,
    'no-click',
  ],
  [
    'no click of a decision to come',
    report({ receivedAtMs: DECIDED_MS - 2 * 60 * SECOND_MS }),
    null,
    'no-click',
  ],
  [
    'no click of a node whose clock is ahead',
    report({ receivedAtMs: DECIDED_MS - SECOND_MS }),
    null,
    'waiting',
  ],
  [
    'a click after the report, by the clocks of two nodes',
    report({ receivedAtMs: CLICKED_MS - SECOND_MS }),
    click(),
    'attributed',
  ],
  [
    'a click after the report by far',
    report({ receivedAtMs: CLICKED_MS - 5 * 60 * SECOND_MS }),
    click(),
    'no-click',
  ],
  ['a robot', report({ traffic: 'bot' }), click(), 'bot'],
  ['a robot without a click', report({ traffic: 'bot' }), null, 'bot'],
  ['a browser that only prepares the page', report({ traffic: 'prefetch' }), click(), 'prefetch'],
  ['a data centre', report({ traffic: 'data-centre' }), click(), 'data-centre'],
  ['the operator’s own network', report({ traffic: 'internal' }), click(), 'internal'],
])('%s', (_title, given, found, verdict) => expect(judge(given, found)).toBe(verdict));

test('waiting ends after ten minutes', () => {
  const ends = soon.receivedAtMs + WAIT_MS;
  expect(judge(soon, null, ends - 1)).toBe('waiting');
  expect(judge(soon, null, ends)).toBe('no-click');
  expect(judge(soon, click({ invalidReason: early }), ends - 1)).toBe('waiting');
  expect(judge(soon, click({ invalidReason: early }), ends)).toBe('invalid-click');
  // Whoever was late in settling takes nothing from the advertiser.
  expect(judge(soon, click(), ends + DAY_MS)).toBe('attributed');
});
