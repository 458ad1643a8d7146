import { z } from 'zod';
import { accountStatus, accountType, role, user } from './accounts';
import { creative, creativeInput, deliveryFigures } from './campaigns';
import { day, lineText, timestamp } from './common';
import { API_SCOPES, API_TOKENS } from './constants';
import { publisherFigures } from './publishing';

/** What a token opens; none of them contains another. */
export const apiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof apiScope>;

/** An address (`203.0.113.7`, `2001:db8::1`) or a network of them (`203.0.113.0/24`). */
const network = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'Enter an address or a network such as 203.0.113.0/24',
    }),
  );

/** A token as its owner sees it in the list; the token itself is never shown again. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters, to tell one from another. */
  hint: z.string(),
  scopes: z.array(apiScope),
  /** Where it may be used from; empty: from everywhere. */
  addresses: z.array(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
  expired: z.boolean(),
  /** To the minute. */
  last_used_at: timestamp.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** GET /api/settings/api-tokens: those that are not revoked, newest first. */
export const apiTokenList = z.object({ tokens: z.array(apiToken) });
export type ApiTokenList = z.infer<typeof apiTokenList>;

/** POST /api/settings/api-tokens */
export const apiTokenInput = z.object({
  name: lineText.min(1, { error: 'Give the token a name' }).max(60),
  scopes: z
    .array(apiScope)
    .min(1, { error: 'Choose what the token may do' })
    .max(API_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'Choose each only once' }),
  expires_in_days: z.number().int().min(1).max(API_TOKENS.longestDays),
  addresses: z.array(network).max(API_TOKENS.mostAddresses),
});
export type ApiTokenInput = z.infer<typeof apiTokenInput>;

/** Answer of POST /api/settings/api-tokens (201): the only time that the token itself is shown. */
export const createdApiToken = z.object({
  token: apiToken,
  /** `ezt_…`, for the header `Authorization: Bearer ezt_…`. */
  secret: z.string(),
});
export type CreatedApiToken = z.infer<typeof createdApiToken>;

/** GET /api/v1/account */
export const apiAccount = z.object({
  id: z.number().int(),
  email: z.string(),
  company_name: z.string().nullable(),
  role,
  status: accountStatus,
  account_type: accountType,
  token: apiToken.pick({ id: true, name: true, scopes: true, expires_at: true }),
});
export type ApiAccount = z.infer<typeof apiAccount>;

/** GET /api/v1/balance, for tokens with the scope `finance`. */
export const apiBalance = user.shape.balance;
export type ApiBalance = z.infer<typeof apiBalance>;

/** GET and PUT /api/v1/campaigns/{id}/creatives */
export const creativeList = z.object({ creatives: z.array(creative) });
export type CreativeList = z.infer<typeof creativeList>;
export const creativeListInput = z.object({
  creatives: z.array(creativeInput).min(1, { error: 'Add at least one creative' }).max(20),
});

const reportOf = <By extends string, Figures extends z.ZodRawShape>(
  by: readonly [By, ...By[]],
  figures: z.ZodObject<Figures>,
) =>
  z.object({
    by: z.enum(by),
    from: day,
    to: day,
    /** `key`: the day, or the id of what the row is about. Days are complete and in order; what was silent has no row. */
    rows: z.array(figures.extend({ key: z.string() })),
    totals: figures,
  });

export const DELIVERY_GROUPS = ['day', 'campaign'] as const;
/** GET /api/v1/reports/delivery?from=&to=&by= */
export const deliveryReport = reportOf(DELIVERY_GROUPS, deliveryFigures);
export type DeliveryReport = z.infer<typeof deliveryReport>;

export const EARNINGS_GROUPS = ['day', 'property', 'zone'] as const;
/** GET /api/v1/reports/earnings?from=&to=&by= */
export const earningsReport = reportOf(EARNINGS_GROUPS, publisherFigures);
export type EarningsReport = z.infer<typeof earningsReport>;
