import type { SimulationTotals } from './Simulation';
import { booksBetween, parseBooks, type ServerBooks } from './serverBooks';
import { reportLines, summarize } from './simulationReport';

const METRICS = `# HELP ezdash_decisions_total Zones decided
ezdash_decisions_total{reason="filled"} 120
ezdash_decisions_total{reason="bot"} 7
ezdash_events_total{kind="impression"} 100
ezdash_events_total{kind="click"} 3
ezdash_invalid_events_total{reason="too-fast"} 2
ezdash_serve_refusals_total{code="TOKEN_FORGED"} 4
ezdash_tokens_forged 4
ezdash_ingested_events 101
ezdash_ingest_oldest_waiting_seconds 0.25
process_cpu_seconds_total 1.5
`;

test('the figures of the ad server are read from its metrics', () => {
  expect(parseBooks(METRICS)).toEqual({
    waitingSeconds: 0.25,
    books: {
      decisions: { filled: 120, bot: 7 },
      events: { impression: 100, click: 3 },
      invalid: { 'too-fast': 2 },
      refusals: { TOKEN_FORGED: 4 },
      forged: 4,
      stored: 101,
    },
  });
  const { books } = parseBooks(METRICS);
  const before = { ...books, decisions: { filled: 20, bot: 7 }, stored: 1 };
  expect(booksBetween(before, books)).toEqual({
    decisions: { filled: 100 },
    events: {},
    invalid: {},
    refusals: {},
    forged: 0,
    stored: 100,
  });
});

const sent = (fields: Partial<SimulationTotals> = {}): SimulationTotals => ({
  pageViews: 1_200,
  nobodyViews: 60,
  requests: 2_400,
  filled: 2_300,
  unfilled: { bot: 80, 'frequency-cap': 20 },
  impressions: 2_200,
  viewables: 1_500,
  clicks: 22,
  nobodyEvents: 40,
  landings: 20,
  conversions: 2,
  failures: 0,
  problems: [],
  ...fields,
});
const books = (fields: Partial<ServerBooks> = {}): ServerBooks => ({
  decisions: { filled: 2_320, bot: 80 },
  events: { impression: 2_230, viewable: 1_500, click: 32 },
  invalid: { replay: 30, 'too-fast': 10 },
  refusals: {},
  forged: 0,
  stored: 3_762,
  ...fields,
});
const run = (totals: SimulationTotals) => ({
  totals,
  elapsedMs: 60_000,
  peopleCount: 300,
  decisionMs: Array.from({ length: 100 }, (_, index) => 100 - index),
});

test('a summary for people', () => {
  const summary = summarize(run(sent()), books(), true);
  expect(summary.complaints).toEqual([]);
  expect(summary.decisionMs).toEqual({ p50: 51, p95: 96, p99: 100 });
  expect(reportLines(summary)).toEqual([
    'Sent       1,200 page views by 300 people in 60 s, 20.0 a second; 60 of them nobody’s',
    '           2,400 ad requests, 2,300 filled (95.83 %); not: bot 80, frequency-cap 20',
    '           2,200 impressions, 1,500 viewable (68.18 %), 22 clicks (1.00 %), 20 landings, 2 conversions',
    '           40 events that must not count',
    '           decisions answered in 51 ms (median), 96 ms (p95), 100 ms (p99)',
    'The books  2,400 ad requests, 2,320 filled; not: bot 80',
    '           3,762 events: impression 2,230, viewable 1,500, click 32; 3,762 put into the database',
    '           40 of them not counted: replay 30, too-fast 10',
  ]);
});

test.each<[string, SimulationTotals, ServerBooks | null, boolean, string[]]>([
  ['failures', sent({ failures: 3 }), books(), true, ['3 requests failed']],
  [
    'fewer events than were acknowledged',
    sent(),
    books({ events: { impression: 2_000 } }),
    true,
    ['3,762 events were acknowledged, the server counts 2,000'],
  ],
  [
    'invalid traffic that was not found',
    sent(),
    books({ invalid: { replay: 1 } }),
    true,
    ['40 events were nobody’s, the server found 1'],
  ],
  ['events that still wait', sent(), books(), false, ['some events still wait for the database']],
  ['a server that keeps its books to itself', sent(), null, true, []],
])('%s', (_, totals, found, settled, complaints) => {
  expect(summarize(run(totals), found, settled).complaints).toEqual(complaints);
});
