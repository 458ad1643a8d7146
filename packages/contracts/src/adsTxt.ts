import { z } from 'zod';
import { ADS_TXT_HINTS, ADS_TXT_STATUSES } from './adsTxtRules';
import { timestamp } from './common';
import { PROPERTY_STATES } from './constants';

export const adsTxtStatus = z.enum(ADS_TXT_STATUSES);

export const adsTxtHint = z.object({
  code: z.enum(ADS_TXT_HINTS),
  /** The line it is about, from 1; null: the file as a whole. */
  line: z.number().int().nullable(),
  /** What stands there, or how many there are. */
  value: z.string().nullable(),
});
export type AdsTxtHint = z.infer<typeof adsTxtHint>;

/** What is known of a property's ads.txt. */
export const adsTxtResult = z.object({
  /** What the last answer said; of looks that got none only where there was no answer before. */
  status: adsTxtStatus,
  /** When that answer came; null: none yet. */
  read_at: timestamp.nullable(),
  /** Since when the status is what it is. */
  changed_at: timestamp,
  previous_status: adsTxtStatus.nullable(),
  /** Where the file was read, redirects followed. */
  url: z.string().nullable(),
  /** Our line, or the one that comes nearest to it; from 1. */
  line_number: z.number().int().nullable(),
  line: z.string().nullable(),
  /** Records of the file, all systems together. */
  record_count: z.number().int(),
  /** Other advertising systems that it names. */
  seller_count: z.number().int(),
  hints: z.array(adsTxtHint),
  checked_at: timestamp,
  /** Why the last look got no answer; null: it got one. */
  trouble: adsTxtStatus.nullable(),
  /** Of the last look's answer; null: there was none. */
  http_status: z.number().int().nullable(),
  failing_since: timestamp.nullable(),
  next_at: timestamp,
});
export type AdsTxtResult = z.infer<typeof adsTxtResult>;

/** GET /api/properties/{id}/ads-txt, and POST …/ads-txt/check, which looks now. */
export const adsTxtCheck = z.object({
  /** The line that belongs into the file. */
  line: z.string(),
  /** Where the file is looked for. */
  file_url: z.string(),
  /** Null: nobody has looked yet. */
  result: adsTxtResult.nullable(),
});
export type AdsTxtCheck = z.infer<typeof adsTxtCheck>;

/** GET /api/publisher/ads-txt: of all properties that are in use. */
export const adsTxtList = z.object({
  line: z.string(),
  properties: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      state: z.enum(PROPERTY_STATES),
      file_url: z.string(),
      result: adsTxtResult.nullable(),
    }),
  ),
});
export type AdsTxtList = z.infer<typeof adsTxtList>;

/** One of `sellers` in /sellers.json (IAB Tech Lab sellers.json 1.0); name and domain are missing while it is confidential. */
export const sellersJsonSeller = z.object({
  seller_id: z.string(),
  seller_type: z.literal('PUBLISHER'),
  is_confidential: z.union([z.literal(0), z.literal(1)]),
  name: z.string().optional(),
  domain: z.string().optional(),
});
export type SellersJsonSeller = z.infer<typeof sellersJsonSeller>;

/** GET and PUT /api/publisher/seller */
export const publisherSeller = z.object({
  seller_id: z.string(),
  /** The network's, as it stands in ads.txt. */
  network_domain: z.string(),
  ads_txt_line: z.string(),
  sellers_json_url: z.string(),
  is_confidential: z.boolean(),
  /** Whether /sellers.json has the account: from its first approved property on. */
  is_listed: z.boolean(),
  /** As it stands in /sellers.json, or would. */
  entry: sellersJsonSeller,
  /** What it would have when it were not confidential; null: there is none yet. */
  name: z.string().nullable(),
  domain: z.string().nullable(),
});
export type PublisherSeller = z.infer<typeof publisherSeller>;

export const publisherSellerInput = z.object({ is_confidential: z.boolean() });
export type PublisherSellerInput = z.infer<typeof publisherSellerInput>;
