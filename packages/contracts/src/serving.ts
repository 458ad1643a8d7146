import { z } from 'zod';
import { frequencyCap } from './campaigns';
import { ZONE_KINDS } from './formats';
import { NO_FILL_REASONS, type NoFillReason } from './reasons';

/** Most zones one `/serve` call may name. */
export const MAX_ZONES_PER_REQUEST = 20;
/** Most keywords of a page one `/serve` call may carry; further ones are not looked at. */
export const MAX_KEYWORDS_PER_REQUEST = 10;
/** Longest address the ad server reads; a longer one is answered 414. */
export const MAX_SERVE_URL_LENGTH = 2_048;

/** Longest server key (`X-Server-Key`) that is looked at. */
export const SERVER_KEY_MAX_LENGTH = 128;

/** File name extension of a stored creative file (`/creatives/<sha256>.<extension>`) by its content type. */
export const CREATIVE_EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'application/zip': 'zip',
} as const;
export type CreativeContentType = keyof typeof CREATIVE_EXTENSIONS;

const noFillReasons = Object.keys(NO_FILL_REASONS).filter((name) => name !== 'filled') as [
  NoFillReason,
  ...NoFillReason[],
];

/**
 * One creative the tag may show. Addresses are relative to the host that served `tag.js`. All candidates of an ad
 * share one decision: however many of them are shown, one impression is billed.
 */
const candidate = z.object({
  /** Signed; good for one impression (1 h), one viewable impression and one click (24 h). */
  token: z.string(),
  /** Public id, the key of the person's frequency counter. */
  campaign: z.string(),
  /** Public id; pass it in `except` when asking again from the same page. */
  creative: z.string(),
  /** Null when the campaign has no frequency cap. */
  cap: frequencyCap.nullable(),
  click: z.string(),
  impression: z.string(),
  view: z.string(),
  /** What the ad says, for people who cannot see it. */
  alt: z.string(),
});
const servedPicture = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });
/** Where a click goes first: its `{click_url}` (macros.ts) is the absolute address of `click`. */
const chain = z.string().nullable();
export const adCandidate = z.discriminatedUnion('type', [
  candidate.extend({ type: z.literal('image'), image: z.string() }),
  /** Shown in a sandboxed frame without the right of an origin; takes the click's absolute address as `?clickTag=`. */
  candidate.extend({ type: z.literal('html5'), page: z.string() }),
  candidate.extend({
    type: z.literal('native'),
    title: z.string(),
    body: z.string(),
    call_to_action: z.string(),
    sponsored_by: z.string(),
    picture: servedPicture.nullable(),
    icon: servedPicture.nullable(),
    chain,
  }),
  candidate.extend({
    type: z.literal('text'),
    headline: z.string(),
    description: z.string(),
    display_url: z.string(),
    chain,
  }),
  candidate.extend({
    type: z.literal('video'),
    media: servedPicture.extend({
      content_type: z.string(),
      duration_ms: z.number().int(),
      bitrate_kbps: z.number().int(),
    }),
  }),
]);
export type AdCandidate = z.infer<typeof adCandidate>;

/** The answer for one zone: candidates in order of preference, or a reason why there are none. */
export const servedAd = z.object({
  zone: z.string(),
  /** What it is a place for; `banner` for an unknown zone. */
  kind: z.enum(ZONE_KINDS),
  /** CSS pixels; 0 × 0 for an unknown zone, a width of 0 is as wide as the place. */
  width: z.number().int(),
  height: z.number().int(),
  /** What the slot does without an ad. */
  fallback: z.enum(['collapse', 'keep']),
  /** Seconds in view after which the slot asks again; missing is never. */
  refresh: z.number().int().optional(),
  /** Most ads that one browser shows in this zone; missing is without limit. */
  limit: frequencyCap.optional(),
  /**
   * Address of a page for a frame, when no candidate can be shown: the publisher's own code (`/passback/…`), or the
   * network's own ad while the property waits for its approval (`/house/…`), which counts as nothing.
   */
  passback: z.string().optional(),
  /** Of a trial (`test=1`): the id under which the decision can be looked into (GET /api/decisions/{id}). */
  decision: z.string().optional(),
  candidates: z.array(adCandidate),
  reason: z.enum(noFillReasons).optional(),
});
export type ServedAd = z.infer<typeof servedAd>;

/**
 * GET /serve?zones=ID[,ID][&except=CREATIVE[,CREATIVE]][&kw=WORD[,WORD]][&size=WxH][&test=1], one entry a zone in the
 * order asked.
 * `kw` is what the page is about (the tag's `data-keywords`), percent-encoded; case does not matter.
 * With `size`, zones of another size are refused (400), for who must know what comes.
 */
export const serveAnswer = z.object({ ads: z.array(servedAd) });
export type ServeAnswer = z.infer<typeof serveAnswer>;
