import type { Glyph } from './glyphs';

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'mute';

/**
 * The one vocabulary of states: tone and glyph; the word is `state.<name>` of the `ui` texts. A state that is not
 * here does not exist in the interface. The first twelve are the contract's campaign states.
 */
export const states = {
  draft: ['mute', 'dashed'],
  inReview: ['info', 'half'],
  scheduled: ['info', 'clock'],
  running: ['ok', 'live'],
  pausedByUser: ['mute', 'pause'],
  pausedBySystem: ['warn', 'pause'],
  rejected: ['bad', 'cross'],
  unfunded: ['bad', 'empty'],
  budgetReached: ['warn', 'full'],
  completed: ['mute', 'check'],
  archived: ['mute', 'box'],
  stopped: ['bad', 'bang'],
  paused: ['mute', 'pause'],
  pending: ['info', 'half'],
  verified: ['info', 'check'],
  approved: ['ok', 'check'],
  noTag: ['warn', 'bang'],
  active: ['ok', 'check'],
  suspended: ['bad', 'bang'],
  adkRejected: ['bad', 'cross'],
  paid: ['ok', 'check'],
  failed: ['bad', 'cross'],
  cancelled: ['mute', 'cross'],
  expired: ['mute', 'clock'],
  open: ['info', 'dashed'],
  waiting: ['warn', 'clock'],
  solved: ['ok', 'check'],
  published: ['ok', 'check'],
  withdrawn: ['mute', 'box'],
  answered: ['ok', 'check'],
} as const satisfies Record<string, readonly [Tone, Glyph]>;

export type State = keyof typeof states;
