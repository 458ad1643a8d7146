/** Invented advertisers for the wall beside sign-in and the public pages. Their words are `art.<name>.*` texts. */
export interface ArtBrand {
  name: string;
  paper: string;
  ink: string;
  tints: readonly [string, string, string];
  motif: 'ridge' | 'sun' | 'wave' | 'wheel' | 'leaf';
}

/*
 * The one place beside the tokens with colours of its own: these are pictures of other people's advertisements, which
 * look the same whatever our theme.
 */
export const artBrands = {
  shells: {
    name: 'Halden',
    paper: '#13283a',
    ink: '#fdf3e4',
    tints: ['#28506a', '#4d7f93', '#f2a65a'],
    motif: 'ridge',
  },
  trail: {
    name: 'Halden',
    paper: '#dfe6cf',
    ink: '#1d2f1c',
    tints: ['#4d7049', '#8fae7c', '#e08a3c'],
    motif: 'ridge',
  },
  gift: {
    name: 'Halden',
    paper: '#8e2a2a',
    ink: '#fbeedd',
    tints: ['#c9563c', '#f0b35e', '#8e2a2a'],
    motif: 'sun',
  },
  coffee: {
    name: 'Morrow Coffee',
    paper: '#f6dcc0',
    ink: '#3c1d12',
    tints: ['#e2703a', '#a33b20', '#3c1d12'],
    motif: 'sun',
  },
  cover: {
    name: 'Tideline',
    paper: '#e3f0ee',
    ink: '#0d3b46',
    tints: ['#9fd0cd', '#3f98a3', '#0d5c6b'],
    motif: 'wave',
  },
  bikes: {
    name: 'Velo Nord',
    paper: '#f3c53c',
    ink: '#1f1a12',
    tints: ['#1f1a12', '#d9622b', '#fff3cf'],
    motif: 'wheel',
  },
  seeds: {
    name: 'Fern & Field',
    paper: '#e9e6d3',
    ink: '#22351f',
    tints: ['#9fb375', '#5a7d3f', '#22482b'],
    motif: 'leaf',
  },
} as const satisfies Record<string, ArtBrand>;

export type ArtName = keyof typeof artBrands;
