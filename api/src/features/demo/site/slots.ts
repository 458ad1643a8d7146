import type { ZoneKind } from '@ezdash/contracts';

/** A place for an ad on the demo property, and the zone that is made for it. */
export interface DemoSlot {
  /** The zone's name. */
  name: string;
  /** What it is a place for; banners unless it says otherwise. */
  kind?: ZoneKind;
  /** CSS pixels; 0 is as wide as its place. */
  width: number;
  height: number;
  /** Least eCPM in micros. */
  floorMicros: number;
  fallback: 'collapse' | 'keep';
  /** Media query under which the page has this place at all: a hidden place would ask for ads nobody sees. */
  media: string;
}

const DESKTOP = '(min-width: 1040px)';
const WIDE = '(min-width: 1340px)';
const MEDIUM = '(min-width: 780px)';
const PHONE = '(max-width: 779px)';
const EVERYWHERE = 'all';

export const DEMO_SLOTS = {
  billboard: {
    name: 'Home, billboard',
    width: 970,
    height: 250,
    floorMicros: 1_500_000,
    fallback: 'collapse',
    media: DESKTOP,
  },
  forecastTop: {
    name: 'Forecast, top',
    width: 970,
    height: 90,
    floorMicros: 900_000,
    fallback: 'collapse',
    media: DESKTOP,
  },
  articleTop: {
    name: 'Article, top',
    width: 728,
    height: 90,
    floorMicros: 600_000,
    fallback: 'collapse',
    media: MEDIUM,
  },
  articleLead: {
    name: 'Article, below the lead',
    width: 336,
    height: 280,
    floorMicros: 800_000,
    fallback: 'keep',
    media: MEDIUM,
  },
  sidebar: {
    name: 'Sidebar, first',
    width: 300,
    height: 250,
    floorMicros: 700_000,
    fallback: 'keep',
    media: DESKTOP,
  },
  sidebarTall: {
    name: 'Sidebar, sticky',
    width: 300,
    height: 600,
    floorMicros: 1_200_000,
    fallback: 'keep',
    media: DESKTOP,
  },
  rail: { name: 'Rail', width: 160, height: 600, floorMicros: 500_000, fallback: 'collapse', media: WIDE },
  foot: {
    name: 'Foot of the page',
    width: 468,
    height: 60,
    floorMicros: 200_000,
    fallback: 'collapse',
    media: MEDIUM,
  },
  phoneTop: {
    name: 'Phone, top',
    width: 320,
    height: 50,
    floorMicros: 200_000,
    fallback: 'collapse',
    media: PHONE,
  },
  phoneText: {
    name: 'Phone, in the text',
    width: 300,
    height: 250,
    floorMicros: 500_000,
    fallback: 'keep',
    media: PHONE,
  },
  phoneFoot: {
    name: 'Phone, foot',
    width: 300,
    height: 50,
    floorMicros: 100_000,
    fallback: 'collapse',
    media: PHONE,
  },
  storiesNative: {
    name: 'Front page, among the stories',
    kind: 'native',
    width: 0,
    height: 320,
    floorMicros: 600_000,
    fallback: 'collapse',
    media: EVERYWHERE,
  },
  articleNative: {
    name: 'Article, in the text',
    kind: 'native',
    width: 0,
    height: 120,
    floorMicros: 500_000,
    fallback: 'keep',
    media: EVERYWHERE,
  },
  articleText: {
    name: 'Article, below the text',
    kind: 'text',
    width: 0,
    height: 90,
    floorMicros: 200_000,
    fallback: 'keep',
    media: EVERYWHERE,
  },
} as const satisfies Record<string, DemoSlot>;

export type DemoSlotName = keyof typeof DEMO_SLOTS;
/** Slot → public id of its zone; a demo that was made before a slot was has no zone for it. */
export type DemoZones = Readonly<Partial<Record<DemoSlotName, string>>>;

export const DEMO_SLOT_NAMES = Object.keys(DEMO_SLOTS) as DemoSlotName[];
