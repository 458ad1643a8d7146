import type {
  FloorAdvice,
  MetricsReport,
  Property,
  PropertyDetail,
  PublisherDashboard,
  PublisherFigures,
  ReportFigures,
  Zone,
} from '@ezdash/contracts';
import { COUNTED_REASON } from '@ezdash/contracts/constants';

/** Figures of a period; all zero unless said otherwise. */
export function makeFigures(change: Partial<PublisherFigures> = {}): PublisherFigures {
  return { requests: 0, filled: 0, impressions: 0, viewables: 0, clicks: 0, earnings_micros: 0, ...change };
}

export const someFigures = makeFigures({
  requests: 1_840_220,
  filled: 1_678_280,
  impressions: 1_600_000,
  viewables: 1_156_800,
  clicks: 3_200,
  earnings_micros: 4_044_900_000,
});

/** What a zone's ads came to, by reason: `{ counted: 900, covered: 100 }`. */
export function byReason(counts: Readonly<Record<string, number>>): MetricsReport {
  const figures = (impressions: number, invalid: number): ReportFigures => ({
    requests: null,
    filled: null,
    impressions,
    viewables: 0,
    clicks: 0,
    conversions: 0,
    invalid,
    spend_micros: null,
    earnings_micros: 0,
    auctions: null,
    wins: null,
    revenue_micros: null,
  });
  const rows = Object.entries(counts).map(([reason, count]) => ({
    ...(reason === COUNTED_REASON ? figures(count, 0) : figures(0, count)),
    keys: [reason],
    names: [null],
    previous: null,
  }));
  return {
    from: '2026-11-04',
    to: '2026-12-01',
    timezone: 'UTC',
    groups: ['invalid_reason'],
    rows,
    row_count: rows.length,
    totals: figures(counts[COUNTED_REASON] ?? 0, 0),
    compared: null,
    next_cursor: null,
  };
}

export function makeZone(change: Partial<Zone> = {}): Zone {
  return {
    id: 'z_1000',
    property_id: 'p_1000',
    name: 'Article, below the lead',
    kind: 'banner',
    width: 300,
    height: 250,
    floor_micros: 1_200_000,
    fallback: 'collapse',
    state: 'active',
    last_request_at: '2026-11-21T14:02:00Z',
    created_at: '2026-11-18T09:00:00Z',
    figures: someFigures,
    daily_earnings_micros: [100_000_000, 120_000_000, 140_000_000],
    ...change,
  };
}

export function makeProperty(change: Partial<Property> = {}): Property {
  return {
    id: 'p_1000',
    name: 'Alpine Weather',
    domain: 'alpineweather.example',
    category: 'weather',
    language: 'en',
    state: 'approved',
    state_reason: null,
    created_at: '2026-01-05T09:00:00Z',
    figures: someFigures,
    zone_count: 1,
    verification: 'verified',
    last_request_at: '2026-11-21T14:02:00Z',
    ...change,
  };
}

export function makeDetail(zones: Zone[] = [makeZone()], change: Partial<Property> = {}): PropertyDetail {
  return {
    property: makeProperty({ zone_count: zones.length, ...change }),
    zones,
    tag_url: 'https://ads.example/tag.js',
    has_server_key: false,
  };
}

/** Three days with figures and the three before. */
export function makeDashboard(change: Partial<PublisherDashboard> = {}): PublisherDashboard {
  const day = (date: string, micros: number) => ({
    ...makeFigures({
      requests: 1_000,
      filled: 900,
      impressions: 800,
      viewables: 600,
      earnings_micros: micros,
    }),
    day: date,
  });
  const days = [day('2026-11-19', 2e6), day('2026-11-20', 3e6), day('2026-11-21', 4e6)];
  const before = [day('2026-11-16', 1e6), day('2026-11-17', 2e6), day('2026-11-18', 3e6)];
  return {
    from: '2026-11-19',
    to: '2026-11-21',
    now: '2026-11-21T14:06:00Z',
    final_until: '2026-11-21T14:05:00Z',
    pending_micros: 9_000_000,
    payable_micros: 8_412_060_000,
    today: makeFigures({
      requests: 512,
      filled: 460,
      impressions: 440,
      clicks: 3,
      earnings_micros: 1_234_500,
    }),
    month_to_date_micros: 120_000_000,
    totals: makeFigures({
      requests: 3_000,
      filled: 2_700,
      impressions: 2_400,
      viewables: 1_800,
      earnings_micros: 9_000_000,
    }),
    previous: makeFigures({
      requests: 3_000,
      filled: 2_400,
      impressions: 2_400,
      viewables: 1_800,
      earnings_micros: 6_000_000,
    }),
    comparable: true,
    days,
    previous_days: before,
    zones: [
      {
        id: 'z_1000',
        property_id: 'p_1000',
        name: 'Forecast, top',
        property: 'Alpine Weather',
        width: 970,
        height: 250,
        figures: someFigures,
      },
    ],
    countries: [
      { country: 'AT', earnings_micros: 5_000_000, impressions: 1_000 },
      { country: 'ZZ', earnings_micros: 1_000_000, impressions: 200 },
    ],
    call_outs: [
      {
        code: 'no-tag-seen',
        tone: 'warn',
        subject: 'Webcam pages',
        params: { property: 'Alpine Weather' },
        href: '/publisher/properties/p_1000',
      },
    ],
    ...change,
  };
}

/** Too few auctions unless it advises $0.80. */
export function floorAdvice({ advised = false } = {}): FloorAdvice {
  const at = (floor_micros: number, low: number, high: number) => ({
    floor_micros,
    per_thousand_micros: 500_000,
    fill_ppm: 700_000,
    change_ppm: (low + high) / 2,
    change_low_ppm: low,
    change_high_ppm: high,
  });
  const best = at(800_000, 60_000, 90_000);
  const shared = { days: 7, needed: 200, below_floor_ppm: 0 };
  return advised
    ? {
        state: 'change',
        ...shared,
        sampled: 1_240,
        current: at(1_200_000, 0, 0),
        advised: best,
        ladder: [best],
      }
    : { state: 'few', ...shared, sampled: 12, current: null, advised: null, ladder: [] };
}
