import {
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionList,
  findMacros,
  TRACKER_PRESETS,
  type TrackerPreset,
  tellsTransactions,
  trackerClickQuery,
  trackerPostbackUrl,
} from '@ezdash/contracts';
import type { TestClient } from '../../testing';
import { type ConversionWorld, openConversions, type Place } from './testConversions';

let world: ConversionWorld;
let place: Place;
let owner: TestClient;

beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
beforeEach(async () => {
  place = await world.place();
  owner = world.app.client();
  await owner.signIn(place.advertiser);
});

/** What each tracker documents of its own: the words it replaces in a postback to a traffic source, and its states. */
const DOCUMENTED: Readonly<
  Record<string, { external: string; payout?: string; status?: string; states?: Record<string, string> }>
> = {
  voluum: { external: '{externalid}', payout: '{payout}' },
  binom: {
    external: '{externalid}',
    payout: '{payout}',
    status: '{cnv_status}',
    states: { lead: 'pending', approved: 'attributed', reject: 'rejected' },
  },
  bemob: {
    external: '{externalId}',
    payout: '{payout}',
    status: '{status}',
    states: { new: 'pending', approved: 'attributed', declined: 'rejected' },
  },
  redtrack: { external: '{ref_id}' },
  keitaro: {
    external: '{external_id}',
    payout: '{revenue}',
    status: '{status}',
    states: { lead: 'pending', sale: 'attributed', rejected: 'rejected' },
  },
};

/** Plays the tracker: keeps the click id that its campaign address brings, and fires its postback with its own words. */
function track(preset: TrackerPreset, postback: string) {
  const own = DOCUMENTED[preset.id];
  if (!own) throw new Error(`Nothing is documented of ${preset.id}`);
  let external = '';
  return {
    visit(address: string) {
      external = new URL(address).searchParams.get(preset.clickParameter) ?? '';
    },
    fire(payout: string, state: string) {
      const words: Record<string, string> = {
        [own.external]: external,
        ...(own.payout && { [own.payout]: payout }),
        ...(own.status && { [own.status]: state }),
      };
      const url = Object.entries(words).reduce(
        (text, [word, value]) => text.replaceAll(word, encodeURIComponent(value)),
        postback,
      );
      // A word that the tracker does not know would reach us as it stands.
      expect(url).not.toMatch(/[{}]/);
      return owner.get<{ status: string }>(url);
    },
  };
}

/** Our click: the macros of the landing address are filled in. */
function clicked(landing: string, clickId: string): string {
  const values: Record<string, string> = { click_id: clickId, cost: '0.01', zone: 'z_1' };
  return findMacros(landing).reduce(
    (text, macro) => text.replace(macro.text, values[macro.name] ?? ''),
    landing,
  );
}

const cases = TRACKER_PRESETS.flatMap((preset) => {
  const states = Object.entries(DOCUMENTED[preset.id]?.states ?? { '': 'attributed' });
  return states.map(([state, verdict]) => ({ preset, name: preset.name, state, verdict }));
});

it.each(cases)('$name reports "$state", which is $verdict', async ({ preset, state, verdict }) => {
  const { body: goal } = await owner.post<ConversionGoal>('/api/conversion-goals', {
    name: 'Order',
    requires_key: true,
  });
  const { body } = await owner.get<ConversionGoalKey>(`/api/conversion-goals/${goal.id}/key`);
  const tracker = track(preset, trackerPostbackUrl(preset, '/postback', goal.id, body.key));
  const clickId = await world.click(place);
  tracker.visit(clicked(`https://track.example/c?${trackerClickQuery(preset)}`, clickId));
  const answer = await tracker.fire('12.34', state);
  expect([answer.status, answer.body]).toEqual([200, { status: 'recorded' }]);
  const listed = await owner.get<ConversionList>(`/api/conversion-goals/${goal.id}/conversions`);
  const value_micros = preset.valuePlaceholder ? 12_340_000 : 0;
  expect(listed.body.conversions).toMatchObject([{ click_id: clickId, verdict, value_micros }]);
});

it.each(TRACKER_PRESETS.filter(tellsTransactions).map((preset) => [preset.name, preset] as const))(
  '%s reports every transaction of a goal that counts each',
  async (_name, preset) => {
    const { body: goal } = await owner.post<ConversionGoal>('/api/conversion-goals', {
      name: 'Deposit',
      duplicates: 'every',
      requires_key: true,
    });
    const { body } = await owner.get<ConversionGoalKey>(`/api/conversion-goals/${goal.id}/key`);
    const postback = trackerPostbackUrl(preset, '/postback', goal.id, body.key, 'every');
    const clickId = await world.click(place);
    for (const transaction of ['T-1', 'T-2', 'T-1']) {
      const tracker = track(preset, postback.replace(preset.transactionPlaceholder ?? '', transaction));
      tracker.visit(clicked(`https://track.example/c?${trackerClickQuery(preset)}`, clickId));
      expect((await tracker.fire('5.00', 'approved')).status).toBe(200);
    }
    const listed = await owner.get<ConversionList>(`/api/conversion-goals/${goal.id}/conversions`);
    expect(listed.body.conversions.map(({ verdict }) => verdict).sort()).toEqual([
      'attributed',
      'attributed',
      'duplicate',
    ]);
  },
);

it('every preset is played here', () => {
  expect(Object.keys(DOCUMENTED).sort()).toEqual(TRACKER_PRESETS.map(({ id }) => id).sort());
});
