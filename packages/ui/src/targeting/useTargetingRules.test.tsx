import type { Targeting } from '@ezdash/contracts';
import { NO_TARGETING } from '@ezdash/contracts/constants';
import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { renderUi } from '../testing/renderUi';
import { useTargetingRules } from './useTargetingRules';

function Rules({ targeting }: { targeting: Targeting }) {
  const rules = useTargetingRules()(targeting);
  return rules.map(({ dimension, title, text }) => <p key={dimension}>{`${title}: ${text}`}</p>);
}

async function show(change: Partial<Targeting>, locale = 'en'): Promise<string[]> {
  const targeting: Targeting = { ...NO_TARGETING, ...change };
  const view = renderUi(<Rules targeting={targeting} />, { locale });
  await act(() => i18next.changeLanguage(locale));
  const lines = screen.queryAllByText(/./, { selector: 'p' }).map((line) => line.textContent ?? '');
  view.unmount();
  return lines;
}
const hours = (days: number[], from: number, to: number) =>
  days.flatMap((day) => Array.from({ length: to - from }, (_, hour) => day * 24 + from + hour));

const EVERYTHING: Partial<Targeting> = {
  countries: { include: ['DE', 'AT'], exclude: [] },
  regions: { include: [], exclude: ['DE-BY'] },
  languages: { include: ['de'], exclude: [] },
  ip_ranges: { include: [], exclude: ['203.0.113.0/24'] },
  devices: { include: ['phone', 'desktop'], exclude: ['tv'] },
  os: {
    include: [
      { name: 'ios', min: '17', max: '18.2' },
      { name: 'android', min: '14', max: null },
      { name: 'windows', min: null, max: '10' },
      { name: 'macos', min: null, max: null },
    ],
    exclude: [{ name: 'other', min: null, max: null }],
  },
  browsers: { include: [], exclude: ['samsung', 'other'] },
  properties: { include: ['p_1000'], exclude: [] },
  zones: { include: [], exclude: ['z_1000'] },
  categories: { include: ['news'], exclude: ['games'] },
  keywords: { include: ['winter boots'], exclude: [] },
  hours: { timezone: 'America/New_York', hours: [...hours([0, 1, 2, 3, 4], 8, 18), ...hours([5], 10, 12)] },
};

test('what narrows nothing is not said', async () => expect(await show({})).toEqual([]));

test('every dimension in words', async () => {
  expect(await show(EVERYTHING)).toEqual([
    'Countries: only Austria, Germany',
    'Regions: not DE-BY',
    'Languages: only German',
    'IP ranges: not 203.0.113.0/24',
    'Devices: only Desktop, Phone, but not TV',
    'Operating systems: only Android 14 and later, iOS 17 to 18.2, macOS, Windows up to 10, but not other systems',
    'Browsers: not other browsers, Samsung Internet',
    'Properties: only p_1000',
    'Zones: not z_1000',
    'Categories: only News, but not Games',
    'Keywords: only winter boots',
    'Hours: Mon–Fri 08:00–18:00, Sat 10:00–12:00 (America/New York)',
  ]);
});

test('in German, too', async () => {
  expect(await show(EVERYTHING, 'de')).toEqual([
    'Länder: nur Deutschland, Österreich',
    'Regionen: nicht DE-BY',
    'Sprachen: nur Deutsch',
    'IP-Bereiche: nicht 203.0.113.0/24',
    'Geräte: nur Desktop, Smartphone, aber nicht Fernseher',
    'Betriebssysteme: nur Android 14 und neuer, iOS 17 bis 18.2, macOS, Windows bis 10, aber nicht andere Systeme',
    'Browser: nicht andere Browser, Samsung Internet',
    'Properties: nur p_1000',
    'Zonen: nicht z_1000',
    'Kategorien: nur Nachrichten, aber nicht Spiele',
    'Keywords: nur winter boots',
    'Stunden: Mo–Fr 08:00–18:00, Sa 10:00–12:00 (America/New York)',
  ]);
});

test('a long list says how many more there are', async () => {
  const include = Array.from({ length: 26 }, (_, index) => `word ${String(index).padStart(2, '0')}`);
  const [line = ''] = await show({ keywords: { include, exclude: [] } });
  expect(line).toMatch(/^Keywords: only word 00, .*, word 23 and 2 more$/);
});
