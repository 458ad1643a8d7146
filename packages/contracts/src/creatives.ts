import { z } from 'zod';
import { lineText, timestamp, webUrl } from './common';
import { NATIVE_MOST, TEXT_MOST } from './formats';
import { checkChainMacros, macroSentence } from './macros';

const text = (most: number) => lineText.max(most);
const wanted = (most: number, error: string) => text(most).min(1, { error });

/** Another network's click counter, with `{click_url}` where it is told to lead on to. */
export const clickChain = webUrl.superRefine((address, check) => {
  const problem = checkChainMacros(address);
  if (problem) check.addIssue({ code: 'custom', message: macroSentence(problem) });
});

/** A stored picture as part of another creative. */
export const creativePicture = z.object({
  asset_id: z.string(),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type CreativePicture = z.infer<typeof creativePicture>;

/** POST /api/assets/native */
export const nativeInput = z.object({
  title: wanted(NATIVE_MOST.title, 'Give the ad a title'),
  body: text(NATIVE_MOST.body),
  call_to_action: text(NATIVE_MOST.callToAction),
  /** Whose ad it is; people see it beside the word "Ad". */
  sponsored_by: wanted(NATIVE_MOST.sponsoredBy, 'Say whose ad it is'),
  /** Uploaded with `?for=native-image`; null is without one. */
  image_asset_id: z.string().nullable(),
  /** Uploaded with `?for=native-icon`. */
  icon_asset_id: z.string().nullable(),
  click_chain: clickChain.nullable(),
});
export type NativeInput = z.infer<typeof nativeInput>;

/** POST /api/assets/text */
export const textInput = z.object({
  headline: wanted(TEXT_MOST.headline, 'Give the ad a headline'),
  description: wanted(TEXT_MOST.description, 'Say in a sentence what it is about'),
  /** What people read of the address; where they get is the landing page. */
  display_url: wanted(TEXT_MOST.displayUrl, 'Say where it leads, as example.com'),
  click_chain: clickChain.nullable(),
});
export type TextInput = z.infer<typeof textInput>;

/** A click on a bundle that opened the click's address, in the gate's browser or under a reviewer's hand. */
export const bundleClick = z.object({
  by: z.enum(['gate', 'reviewer']),
  at: timestamp,
  /** Where on the ad, in CSS pixels; a reviewer's is not measured. */
  x: z.number().int().optional(),
  y: z.number().int().optional(),
});
export type BundleClick = z.infer<typeof bundleClick>;
export const html5Parts = z.object({
  /** Files of the bundle. */
  files: z.number().int(),
  /** From `<meta name="ad.click">` of its page. */
  click_chain: z.string().nullable(),
  /** Missing until a click was seen to open the click's address: nobody can approve it before. */
  click: bundleClick.optional(),
});
export type Html5Parts = z.infer<typeof html5Parts>;
export const nativeParts = nativeInput
  .omit({ image_asset_id: true, icon_asset_id: true })
  .extend({ image: creativePicture.nullable(), icon: creativePicture.nullable() });
export type NativeParts = z.infer<typeof nativeParts>;
export const textParts = textInput;
export type TextParts = z.infer<typeof textParts>;
export const videoParts = z.object({
  duration_ms: z.number().int(),
  bitrate_kbps: z.number().int(),
  /** Missing for what was stored before it was looked at. */
  codec: z.literal('h264').optional(),
});
export type VideoParts = z.infer<typeof videoParts>;

const stored = z.object({
  id: z.string(),
  /**
   * Where the image, the video or the bundle's page is shown; empty for native and text. For its owner a path of the app,
   * which leads on to an address that ends; for reviewers such an address.
   */
  url: z.string(),
  content_type: z.string(),
  bytes: z.number().int(),
  /** CSS pixels; 0 for native and text, which are as wide as their place. */
  width: z.number().int(),
  height: z.number().int(),
});

/**
 * What a creative shows, stored once and never changed. POST /api/assets: the body is the file itself with its
 * `Content-Type` (an image, `application/zip` for HTML5, a video); words come as JSON to /api/assets/native and /text.
 * A `picture` is part of a native ad and no creative of its own.
 */
export const asset = z.discriminatedUnion('format', [
  stored.extend({ format: z.literal('image'), parts: z.null() }),
  stored.extend({ format: z.literal('picture'), parts: z.null() }),
  stored.extend({ format: z.literal('html5'), parts: html5Parts }),
  stored.extend({ format: z.literal('native'), parts: nativeParts }),
  stored.extend({ format: z.literal('text'), parts: textParts }),
  stored.extend({ format: z.literal('video'), parts: videoParts }),
]);
export type Asset = z.infer<typeof asset>;
/** GET /api/v1/assets/{id}/file: an address that opens for 30 to 60 minutes. */
export const assetFile = z.object({ url: z.url() });
export type AssetFile = z.infer<typeof assetFile>;
export type AssetFormat = Asset['format'];
/** What POST /api/assets is asked to make of an image. */
export const PICTURE_USES = ['native-image', 'native-icon'] as const;
export type PictureUse = (typeof PICTURE_USES)[number];
