import type { ReactNode } from 'react';

const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const ring = <circle cx="6" cy="6" r="4.25" {...outline} />;
const slot = <rect x="1" y="3.25" width="10" height="5.5" rx="1.4" {...outline} />;

/** A disc with a sign cut out of it, in the colour of what lies behind. */
function cut(d: string): ReactNode {
  return (
    <>
      <circle cx="6" cy="6" r="5" fill="currentColor" />
      <path d={d} {...outline} {...round} stroke="var(--glyph-cut)" />
    </>
  );
}

/** Twelve-pixel shapes: they say the state before colour does, so it survives print and colour blindness. */
export const glyphs = {
  dashed: <circle cx="6" cy="6" r="4.25" {...outline} strokeDasharray="2 1.35" />,
  half: (
    <>
      {ring}
      <path d="M6 3.4a2.6 2.6 0 0 1 0 5.2z" fill="currentColor" />
    </>
  ),
  live: (
    <>
      <circle cx="6" cy="6" r="5.25" fill="currentColor" opacity="0.25" />
      <circle cx="6" cy="6" r="2.9" fill="currentColor" />
    </>
  ),
  pause: <path d="M2.6 2h2.5v8H2.6zM6.9 2h2.5v8H6.9z" fill="currentColor" />,
  check: cut('M3.8 6.2 5.4 7.7 8.3 4.5'),
  cross: cut('M4.3 4.3 7.7 7.7M7.7 4.3 4.3 7.7'),
  bang: cut('M6 3.2V6.5M6 8.6V8.65'),
  full: (
    <>
      {slot}
      <path d="M3 5.1h6v1.8H3z" fill="currentColor" />
    </>
  ),
  empty: slot,
  clock: (
    <>
      {ring}
      <path d="M6 3.8V6.2L7.5 7.2" {...outline} {...round} />
    </>
  ),
  box: <path d="M1.6 3.2h8.8M2.4 3.2v6h7.2v-6M4.8 5.6h2.4" {...outline} {...round} />,
} as const satisfies Record<string, ReactNode>;

export type Glyph = keyof typeof glyphs;
