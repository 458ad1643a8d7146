import { CLAIM_SOURCES } from '@ezdash/contracts';
import fc from 'fast-check';
import { seededRandom } from '../demo/visitsModel';
import { ClaimOrigins, type OriginSum } from '../serving/hot/traffic/ClaimOrigins';
import { type Counts, reasonsOf } from './rules';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 18);
const PUBLISHER = 1;

/** What is sent; where it is counted is the publisher's choice. */
interface Traffic {
  isClick: boolean;
  isConfirmed: boolean;
  isElsewhere: boolean;
  sender: string;
  visitor: string;
  dayAgo: number;
}
interface Placed extends Traffic {
  property: number;
  source: number;
}

const total = (sums: OriginSum[], name: 'events' | 'senders' | 'visitors') =>
  sums.reduce((sum, each) => sum + each[name], 0);

function countsOf(events: Placed[], origins: OriginSum[]): Counts {
  const counted = events.filter(({ isElsewhere }) => !isElsewhere);
  const count = (isClick: boolean, confirmedOnly: boolean) =>
    counted.filter((each) => each.isClick === isClick && (each.isConfirmed || !confirmedOnly)).length;
  return {
    views: count(false, false),
    clicks: count(true, false),
    confirmed_views: count(false, true),
    confirmed_clicks: count(true, true),
    elsewhere: events.length - counted.length,
    counted_origins: total(origins, 'events'),
    senders: total(origins, 'senders'),
    most_senders: Math.max(0, ...origins.map(({ senders }) => senders)),
    visitors: total(origins, 'visitors'),
    networks: Math.max(0, ...origins.map(({ networks }) => networks)),
  };
}

/** How many events time releases: of an established key that no operator has looked at, or of several that each was. */
function releasedByTime(events: Placed[], isTrusted: boolean): number {
  const origins = new ClaimOrigins();
  for (const { property, source, sender, visitor, dayAgo, isElsewhere } of events.toSorted(
    (one, other) => other.dayAgo - one.dayAgo,
  ))
    if (!isElsewhere)
      origins.note(
        { propertyId: property, publisherId: PUBLISHER },
        source,
        { address: visitor, reporter: sender },
        NOW_MS - dayAgo * DAY_MS,
      );
  const sums = origins.take();
  const sumsOf = (owner: OriginSum['owner'], ownerId: number, source: number) =>
    sums.filter((sum) => sum.owner === owner && sum.ownerId === ownerId && sum.source === source);
  return events.filter(({ property, source, isElsewhere }) => {
    const ofSource = events.filter((each) => each.source === source);
    const own = ofSource.filter((each) => each.property === property);
    const figures = {
      madeAtMs: NOW_MS - 60 * DAY_MS,
      isTrusted,
      wasTakenBack: false,
      own: countsOf(own, sumsOf('property', property, source)),
      ofSource: countsOf(ofSource, sumsOf('publisher', PUBLISHER, source)),
      ofPublisher: countsOf(events, sumsOf('publisher', PUBLISHER, 0)),
    };
    return !isElsewhere && reasonsOf(figures, NOW_MS).length === 0;
  }).length;
}

const unsplit = (events: Traffic[]): Placed[] =>
  events.map((each) => ({ ...each, property: 1, source: CLAIM_SOURCES.key }));

/** Traffic of so many machines, each of an address of IPv4 or of a customer's /48, and of visitors that it names. */
const traffic = (mostMachines: number): fc.Arbitrary<Traffic[]> =>
  fc.integer().map((seed) => {
    const random = seededRandom(seed);
    const pick = (count: number) => Math.floor(random() * count);
    const machines = 1 + pick(mostMachines);
    const [visitors, networks, days] = [1 + pick(200), 1 + pick(6), 1 + pick(30)];
    const [confirmed, elsewhere, clicked, isV6] = [random() * 2, random() / 4, random() / 10, pick(2) > 0];
    return Array.from({ length: 60 + pick(340) }, () => {
      const machine = pick(machines);
      const visitor = pick(visitors);
      return {
        isClick: random() < clicked,
        isConfirmed: random() < confirmed,
        isElsewhere: random() < elsewhere,
        sender: isV6 ? `2a01:db8:${machine}:${pick(65_536).toString(16)}::1` : `198.51.100.${machine}`,
        visitor: `${90 + (visitor % networks)}.7.${visitor}.9`,
        dayAgo: pick(days),
      };
    });
  });

/** The same at up to twelve properties and by all sources, as the seed says. */
function split(events: Traffic[], seed: number): Placed[] {
  const random = seededRandom(seed);
  const pick = (count: number) => 1 + Math.floor(random() * count);
  return events.map((each) => ({ ...each, property: pick(12), source: pick(3) }));
}

test.each([false, true])(
  'time releases no more of split traffic (operators have released it: %s)',
  (isTrusted) => {
    fc.assert(
      fc.property(traffic(8), fc.integer(), (events, seed) => {
        const most = releasedByTime(unsplit(events), isTrusted);
        expect(releasedByTime(split(events, seed), isTrusted)).toBeLessThanOrEqual(most);
      }),
      { numRuns: 60 },
    );
  },
);

test('two machines earn nothing by time, over how many addresses of theirs, days and properties they go', () => {
  fc.assert(
    fc.property(traffic(2), fc.integer(), (events, seed) => {
      expect(releasedByTime(unsplit(events), false) + releasedByTime(split(events, seed), false)).toBe(0);
    }),
    { numRuns: 60 },
  );
});
