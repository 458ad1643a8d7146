import { z } from 'zod';
import { frequencyCap } from './campaigns';
import { NO_FILL_REASONS, type NoFillReason } from './reasons';

/** Most zones one `/serve` call may name. */
export const MAX_ZONES_PER_REQUEST = 20;
/** Longest address the ad server reads; a longer one is answered 414. */
export const MAX_SERVE_URL_LENGTH = 2_048;

/** File name extension of a stored creative image (`/creatives/<sha256>.<extension>`) by its content type. */
export const CREATIVE_EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
} as const;
export type CreativeContentType = keyof typeof CREATIVE_EXTENSIONS;

/** Macros a landing page's address may carry, written `{click_id}`; each is filled in URL-escaped at the click. */
export const CLICK_MACROS = [
  'click_id',
  'campaign',
  'creative',
  'zone',
  'site',
  'country',
  'device',
  'timestamp',
] as const;
export type ClickMacro = (typeof CLICK_MACROS)[number];

const noFillReasons = Object.keys(NO_FILL_REASONS).filter((name) => name !== 'filled') as [
  NoFillReason,
  ...NoFillReason[],
];

/**
 * One creative the tag may show. Addresses are relative to the host that served `tag.js`. All candidates of an ad
 * share one decision: however many of them are shown, one impression is billed.
 */
export const adCandidate = z.object({
  /** Signed; good for one impression (1 h), one viewable impression and one click (24 h). */
  token: z.string(),
  /** Public id, the key of the person's frequency counter. */
  campaign: z.string(),
  /** Public id; pass it in `except` when asking again from the same page. */
  creative: z.string(),
  /** Null when the campaign has no frequency cap. */
  cap: frequencyCap.nullable(),
  type: z.literal('image'),
  image: z.string(),
  click: z.string(),
  impression: z.string(),
  view: z.string(),
  alt: z.string(),
});
export type AdCandidate = z.infer<typeof adCandidate>;

/** The answer for one zone: candidates in order of preference, or a reason why there are none. */
export const servedAd = z.object({
  zone: z.string(),
  /** CSS pixels; 0 for an unknown zone. */
  width: z.number().int(),
  height: z.number().int(),
  /** What the slot does without an ad. */
  fallback: z.enum(['collapse', 'keep']),
  candidates: z.array(adCandidate),
  reason: z.enum(noFillReasons).optional(),
});
export type ServedAd = z.infer<typeof servedAd>;

/** GET /serve?zones=ID[,ID][&except=CREATIVE[,CREATIVE]][&test=1], one entry a zone in the order asked. */
export const serveAnswer = z.object({ ads: z.array(servedAd) });
export type ServeAnswer = z.infer<typeof serveAnswer>;
