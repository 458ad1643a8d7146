/** The design tokens of packages/ui that mails and the outbox use: a mail can neither load a sheet nor read a variable. */
export const LIGHT = {
  canvas: '#f5f6f3',
  surface: '#ffffff',
  sunken: '#eef0ec',
  line: '#e0e4de',
  ink: '#14201b',
  ink2: '#46524c',
  ink3: '#5f6a64',
  accent: '#0b5345',
  onAccent: '#ffffff',
  accentInk: '#0b5a4a',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  canvas: '#0c1110',
  surface: '#131918',
  sunken: '#0a0e0d',
  line: '#242e2b',
  ink: '#e9eeeb',
  ink2: '#b0bbb5',
  ink3: '#919d97',
  accent: '#62cfaa',
  onAccent: '#04201a',
  accentInk: '#75d8b7',
};
