/**
 * What players report of a video besides impression, view and click, by the name that stands in its address. Stored
 * (`video_hourly.event`): never renumber, only add.
 */
export const VIDEO_EVENTS = {
  start: 1,
  firstQuartile: 2,
  midpoint: 3,
  thirdQuartile: 4,
  complete: 5,
  mute: 6,
  unmute: 7,
  pause: 8,
  resume: 9,
  skip: 10,
  closeLinear: 11,
  notViewable: 12,
  viewUndetermined: 13,
  error: 14,
} as const;
export type VideoEvent = keyof typeof VIDEO_EVENTS;
export type VideoEventCode = (typeof VIDEO_EVENTS)[VideoEvent];

export const isVideoEvent = (name: string): name is VideoEvent => Object.hasOwn(VIDEO_EVENTS, name);

/** Those that VAST knows as `<Tracking event="…">`, in the order they come. */
export const TRACKED = [
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'mute',
  'unmute',
  'pause',
  'resume',
  'skip',
  'closeLinear',
] as const satisfies readonly VideoEvent[];
