import type { Category, ZoneKind } from '@ezdash/contracts';
import { DEMO_SLOT_NAMES, DEMO_SLOTS, type DemoSlotName } from './site/slots';

export interface DemoZone {
  /** For the pages that show it. */
  key: string;
  name: string;
  /** Banners unless it says otherwise. */
  kind?: ZoneKind;
  width: number;
  height: number;
  floorMicros: number;
  fallback: 'collapse' | 'keep';
  state?: 'active' | 'paused';
}

/** A page of a property: the zones every view of it asks for, and its share of the network's views. */
export interface DemoPage {
  zones: readonly string[];
  weight: number;
  /** The sub ids of those who come, in equal parts; empty is none. Missing, nobody has one. */
  subs?: readonly string[];
}

export interface DemoProperty {
  /** E-mail of its publisher. */
  email: string;
  name: string;
  /** Null: the demo site's own address. */
  domain: string | null;
  category: Category;
  language: string;
  createdDaysAgo: number;
  zones: readonly DemoZone[];
  pages: readonly DemoPage[];
}

const usd = (dollars: number) => Math.round(dollars * 1_000_000);
const zone = (
  key: string,
  name: string,
  size: [number, number],
  floor: number,
  more: Partial<DemoZone> = {},
): DemoZone => ({
  key,
  name,
  width: size[0],
  height: size[1],
  floorMicros: usd(floor),
  fallback: 'collapse',
  ...more,
});

const slots = (...names: DemoSlotName[]) => names;

export const DEMO_PROPERTIES: readonly DemoProperty[] = [
  {
    email: 'publisher@demo.test',
    name: 'The Valley Post',
    domain: null,
    category: 'news',
    language: 'en',
    createdDaysAgo: 75,
    zones: [
      ...DEMO_SLOT_NAMES.map((key) => ({ key, ...DEMO_SLOTS[key] })),
      // For players, which ask for it themselves.
      zone('player', 'Article, player', [640, 360], 2, { kind: 'video' }),
    ],
    pages: [
      { zones: slots('billboard', 'sidebar', 'sidebarTall', 'rail', 'foot', 'storiesNative'), weight: 14 },
      { zones: slots('forecastTop', 'sidebar', 'sidebarTall', 'rail'), weight: 5 },
      {
        zones: slots('articleTop', 'articleLead', 'sidebar', 'foot', 'articleNative', 'articleText'),
        weight: 15,
        subs: ['', 'search', 'newsletter', 'social'],
      },
      { zones: slots('phoneTop', 'phoneText', 'phoneFoot'), weight: 34, subs: ['', '', 'social', 'push'] },
    ],
  },
  {
    email: 'publisher@demo.test',
    name: 'Alpine Weather',
    domain: 'alpineweather.example',
    category: 'weather',
    language: 'en',
    createdDaysAgo: 120,
    zones: [
      zone('top', 'Forecast, top', [970, 250], 6.5),
      zone('lead', 'Forecast, beside the map', [300, 250], 0.9),
      zone('tall', 'Sidebar, sticky', [300, 600], 1.2, { fallback: 'keep' }),
      zone('phone', 'Phone, anchored', [320, 50], 0.3),
      zone('old', 'Radar page', [728, 90], 0.6, { state: 'paused' }),
    ],
    pages: [
      { zones: ['top', 'lead', 'tall'], weight: 9 },
      { zones: ['phone', 'lead'], weight: 16 },
    ],
  },
  {
    email: 'publisher@demo.test',
    name: 'Alpine Webcams',
    domain: 'webcams.alpineweather.example',
    category: 'travel',
    language: 'en',
    createdDaysAgo: 3,
    zones: [zone('top', 'Webcam pages', [728, 90], 0.9)],
    pages: [],
  },
  {
    email: 'desk@harbourherald.test',
    name: 'Harbour Herald',
    domain: 'harbourherald.example',
    category: 'news',
    language: 'en',
    createdDaysAgo: 200,
    zones: [
      zone('top', 'All pages, top', [728, 90], 0.6),
      zone('lead', 'Article, beside the text', [336, 280], 0.8),
      zone('tower', 'Article, tower', [160, 600], 0.5),
      zone('phone', 'Phone, top', [320, 50], 0.2),
    ],
    pages: [
      { zones: ['top', 'lead', 'tower'], weight: 10 },
      { zones: ['phone'], weight: 12 },
    ],
  },
  {
    email: 'kitchen@saltandstone.test',
    name: 'Salt & Stone',
    domain: 'saltandstone.example',
    category: 'food',
    language: 'en',
    createdDaysAgo: 90,
    zones: [
      zone('wide', 'Recipes, top', [970, 90], 0.8),
      zone('recipe', 'Recipe, between the steps', [300, 250], 0.7, { fallback: 'keep' }),
      zone('foot', 'Recipe, foot', [468, 60], 0.2),
      zone('phone', 'Phone, foot', [300, 50], 0.1),
    ],
    pages: [
      { zones: ['wide', 'recipe', 'foot'], weight: 6 },
      { zones: ['recipe', 'phone'], weight: 9 },
    ],
  },
];
