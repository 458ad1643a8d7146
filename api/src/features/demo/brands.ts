import type { Category } from '@ezdash/contracts';

/** How a brand's picture is drawn. */
export type Motif = 'ridge' | 'sun' | 'wave' | 'wheel' | 'leaf' | 'gift' | 'boot';

/** Everything a drawn creative says and shows. Colours are hex. */
export interface Brand {
  /** Path of its landing page: `/landing/<key>`. */
  key: string;
  name: string;
  /** What it advertises. */
  category: Category;
  /** The claim in two lines. */
  lines: readonly [string, string];
  /** On the button. */
  call: string;
  paper: string;
  ink: string;
  tints: readonly [string, string, string];
  motif: Motif;
  /** The landing page says it in one paragraph. */
  pitch: string;
}

export const BRANDS = {
  shells: {
    key: 'shells',
    name: 'Halden',
    category: 'style',
    lines: ['Shells that', 'shrug off sleet'],
    call: 'Shop shells',
    paper: '#13283a',
    ink: '#fdf3e4',
    tints: ['#28506a', '#4d7f93', '#f2a65a'],
    motif: 'ridge',
    pitch:
      'Three layers, taped seams, a hood that turns with your head. Made for the hours when rain cannot decide.',
  },
  trail: {
    key: 'trail',
    name: 'Halden',
    category: 'sports',
    lines: ['Grip for roots', 'and rain'],
    call: 'Find trails',
    paper: '#dfe6cf',
    ink: '#1d2f1c',
    tints: ['#4d7049', '#8fae7c', '#e08a3c'],
    motif: 'ridge',
    pitch: 'Two hundred routes through the north, each walked by someone who sells you the shoes for it.',
  },
  gift: {
    key: 'gift',
    name: 'Halden',
    category: 'shopping',
    lines: ['The gift guide', 'is out'],
    call: 'Open it',
    paper: '#8e2a2a',
    ink: '#fbeedd',
    tints: ['#c9563c', '#f0b35e', '#fbeedd'],
    motif: 'gift',
    pitch: 'Forty things that people who go outside will use, sorted by how well you know them.',
  },
  boots: {
    key: 'boots',
    name: 'Halden',
    category: 'style',
    lines: ['Last season’s boots,', 'this season’s mud'],
    call: 'See what is left',
    paper: '#efe3d0',
    ink: '#3a2417',
    tints: ['#7a4a2b', '#c08a52', '#3a2417'],
    motif: 'boot',
    pitch: 'Last year’s colours at half the price. The soles do not know the difference.',
  },
  coffee: {
    key: 'coffee',
    name: 'Morrow Coffee',
    category: 'food',
    lines: ['Roasted Monday,', 'yours Wednesday'],
    call: 'Get a bag',
    paper: '#f6dcc0',
    ink: '#3c1d12',
    tints: ['#e2703a', '#a33b20', '#3c1d12'],
    motif: 'sun',
    pitch: 'One roast a week, one bag a person, in your letter box two days later.',
  },
  cover: {
    key: 'cover',
    name: 'Tideline',
    category: 'finance',
    lines: ['Cover that moves', 'when you do'],
    call: 'See a price',
    paper: '#e3f0ee',
    ink: '#0d3b46',
    tints: ['#9fd0cd', '#3f98a3', '#0d5c6b'],
    motif: 'wave',
    pitch: 'Home insurance that follows you to the next flat without a form. Six questions, one price.',
  },
  ride: {
    key: 'ride',
    name: 'Velo Nord',
    category: 'sports',
    lines: ['Ride to work', 'by Monday'],
    call: 'Book a ride',
    paper: '#f3c53c',
    ink: '#1f1a12',
    tints: ['#1f1a12', '#d9622b', '#fff3cf'],
    motif: 'wheel',
    pitch: 'A bicycle fitted to you, a route without the ring road, and a mechanic who comes to the office.',
  },
  seeds: {
    key: 'seeds',
    name: 'Fern & Field',
    category: 'home',
    lines: ['Seeds that know', 'your soil'],
    call: 'Find seeds',
    paper: '#e9e6d3',
    ink: '#22351f',
    tints: ['#9fb375', '#5a7d3f', '#22482b'],
    motif: 'leaf',
    pitch:
      'Tell us your postcode. We know the frost dates, the soil and what grew there a hundred years ago.',
  },
} as const satisfies Record<string, Brand>;

export type BrandKey = keyof typeof BRANDS;
