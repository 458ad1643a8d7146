import { z } from 'zod';
import { lineText, micros, plainText, timestamp } from './common';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  COUNTRIES,
  LOCALES,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  ROLES,
  SECOND_FACTORS,
  THEMES,
} from './constants';

export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
export const theme = z.enum(THEMES);
export type Theme = z.infer<typeof theme>;
export const locale = z.enum(LOCALES);
export type Locale = z.infer<typeof locale>;
export const country = z.string().refine((code) => COUNTRIES.includes(code), { error: 'Choose a country' });
export const accountStatus = z.enum(ACCOUNT_STATUSES);
export const accountType = z.object({ id: z.number().int(), name: z.enum(ACCOUNT_TYPES) });
export type AccountType = z.infer<typeof accountType>;

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: 'Enter an e-mail address' }));
export const newPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, { error: `Use at least ${PASSWORD_MIN_LENGTH} characters` })
  .max(PASSWORD_MAX_LENGTH, { error: `Use at most ${PASSWORD_MAX_LENGTH} characters` });

/** A VAT or tax number; spaces around it are cut off. */
export const taxId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?=.*[0-9])[A-Z0-9][A-Z0-9 ./-]{0,38}[A-Z0-9]$/, {
    error: 'Use letters and digits, as the number is written on an invoice',
  });

/** What the signed-in person's own pages may know; also `user` in the page's bootstrap JSON. */
export const user = z.object({
  id: z.number().int(),
  email: z.string(),
  role,
  verified: z.boolean(),
  status: accountStatus,
  account_type: accountType,
  username: z.string(),
  created_at: timestamp,
  last_login_at: timestamp.nullable(),
  profile: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    company_name: z.string().nullable(),
    phone_number: z.string().nullable(),
    country: z.string().nullable(),
    tax_id: z.string().nullable().optional(),
  }),
  /** For advertisers: cash and bonus; for publishers: what is pending and payable. Micros. */
  balance: z.object({
    balance: micros,
    available_balance: micros,
    bonus: micros,
    last_deposit_date: timestamp.nullable(),
    total_spent: micros,
    pending: micros,
    payable: micros,
  }),
  features: z.record(z.string(), z.boolean()),
  preferences: z.object({ theme, locale: locale.nullable(), timezone: z.string() }),
  /** Always in answers of the server; pages made before it was added do without. */
  standing: z
    .object({
      /** False after a social sign-up until role and terms are given: complete-registration. */
      registration_complete: z.boolean(),
      /** False until complete-profile. */
      profile_complete: z.boolean(),
      /** False for accounts made by social sign-in: set-password instead of password. */
      has_password: z.boolean(),
      /** Why the account is not active, when somebody said so. */
      status_reason: z.string().nullable(),
      /** When the account will be deleted, as its owner asked; until then it can be kept. */
      deletes_at: timestamp.nullable().optional(),
    })
    .optional(),
});
export type User = z.infer<typeof user>;

/** Answer of log-in and registration, and of `GET /api/auth/me`. The token replaces the page's meta tag. */
export const sessionAnswer = z.object({ user: user.nullable(), csrf_token: z.string() });
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/**
 * Answer of POST /api/auth/login. With `second_factor` nobody is signed in yet: one of these proofs is still to come,
 * within five minutes (POST /api/auth/second-factor).
 */
export const loginAnswer = sessionAnswer.extend({
  second_factor: z.array(z.enum(SECOND_FACTORS)).optional(),
});
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const loginRequest = z.object({
  email,
  password: z.string().min(1, { error: 'Enter your password' }).max(PASSWORD_MAX_LENGTH),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/**
 * POST /api/auth/register: 202 AcceptedAnswer, whether or not the address has an account. The account is made when the
 * mailed link is opened (POST /api/auth/verify-email); the owner of an address that has one gets a mail that says so.
 */
export const registerRequest = z.object({
  email,
  password: newPassword,
  role: z.enum(['advertiser', 'publisher']),
  company_name: lineText.min(1, { error: 'Enter the name of your company or site' }).max(120),
  country,
  terms_version: plainText.min(1, { error: 'Agree to the terms to go on' }),
  /** `?ref=` of the page's address: who brought them. What is no code of a link is passed over. */
  referral_code: plainText.max(40).optional(),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

const optionalText = (most: number) => lineText.max(most).nullable();
/** PATCH /api/settings/profile; answers the changed user. */
export const profileUpdate = z
  .object({
    username: lineText.min(2).max(60),
    first_name: optionalText(80),
    last_name: optionalText(80),
    company_name: lineText.min(1).max(120),
    phone_number: z
      .string()
      .trim()
      .regex(/^\+?[0-9 ()./-]{5,24}$/, { error: 'Use digits, with the country code in front' })
      .nullable(),
    country,
    tax_id: taxId.nullable(),
  })
  .partial();
export type ProfileUpdate = z.infer<typeof profileUpdate>;

/** PATCH /api/settings/appearance; answers the changed user. */
export const appearanceUpdate = z
  .object({
    theme,
    locale,
    timezone: z.string().refine(
      (zone) => {
        try {
          return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
        } catch {
          return false;
        }
      },
      { error: 'Choose a time zone' },
    ),
  })
  .partial();
export type AppearanceUpdate = z.infer<typeof appearanceUpdate>;

/** POST /api/locale */
export const localeRequest = z.object({ locale });

/** GET /api/translations/{locale} */
export const translationsAnswer = z.object({
  locale: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  /** Namespace → nested keys → text. */
  translations: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type TranslationsAnswer = z.infer<typeof translationsAnswer>;

/** Where pages report their errors. A DSN is public by nature: with it one may report, not read. */
export const errorReporting = z.object({
  /** Of the shell's project; it also takes what no other project is named for. */
  dsn: z.string(),
  /** Remote → the DSN of its team's own project. */
  remotes: z.record(z.string(), z.string()),
  /** `production`, `staging`, … */
  environment: z.string(),
});
export type ErrorReporting = z.infer<typeof errorReporting>;

/** GET /api/config */
export const publicConfig = z.object({
  app_name: z.string(),
  locales: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Null until a broadcaster runs. */
  broadcaster: z
    .object({ key: z.string(), host: z.string(), port: z.number().int(), scheme: z.enum(['http', 'https']) })
    .nullable(),
  demo: z.boolean(),
  /** Where mails can be read that are not sent, for who tries the network on their own machine. */
  outbox_url: z.string().nullable().optional(),
  /** Where people write to when something has to be decided by a person. */
  support_email: z.string().optional(),
  /** Other accounts that people may sign in with; see `socialProvider`. */
  social_providers: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** Where a page served on the demo property can be seen, when there is one. */
  demo_property_url: z.string().nullable(),
  /** Where errors are reported to; without it nothing is sent, and nothing of it is loaded. */
  error_reports: errorReporting.nullable().optional(),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** JSON with id `bootstrap` in the page. */
export const bootstrap = z.object({
  config: publicConfig,
  user: user.nullable(),
  /** The locale the server chose: the user's setting, the cookie, Accept-Language, else `en`. */
  locale: z.string(),
  /** What the page's reports of broken releases count by; signed, for this page alone. */
  page_ticket: z.string().max(300).optional(),
  /** An admin sees the page with the eyes of `user`: see `debugView`. */
  view: z
    .object({
      user: z.object({ id: z.int(), email: z.string(), name: z.string() }),
      admin: z.object({ email: z.string() }),
      ends_at: timestamp,
    })
    .nullable()
    .optional(),
});
export type Bootstrap = z.infer<typeof bootstrap>;
