import { parseUrl, type TransferAccount } from '@ezdash/contracts';
import { z } from 'zod';
import { isLoopbackHost } from '../platform/address';

/** Who the network is on invoices. */
export interface CompanyConfig {
  name: string;
  /** Lines. */
  address: string[];
  taxId: string | null;
}

export interface StripeConfig {
  secretKey: string;
  webhookSecret: string;
  /** Where its API is; undefined: Stripe's own. */
  apiUrl: string | undefined;
  fee: { bps: number; fixedMicros: bigint };
}

export interface XeroConfig {
  /** OpenID issuer and address of the API; others than Xero's own in development and tests. */
  issuer: string;
  apiUrl: string;
  /** Undefined: an operator enters them. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  webhookKey: string | undefined;
  scopes: string[];
  /** Accounts of the organisation's chart: what deposits are revenue of, and where they are paid to. */
  accountCode: string;
  paymentAccountCode: string;
  taxType: string;
}

export interface MoneyConfig {
  company: CompanyConfig;
  /** Where bank transfers go; null: none are taken. */
  bankAccount: TransferAccount | null;
  /** Null: no card payments by Stripe. */
  stripe: StripeConfig | null;
  xero: XeroConfig;
}

/** Money and secrets travel to it: only this machine itself may be spoken to in the clear. */
const safeAddress = z.string().refine(
  (text) => {
    const url = parseUrl(text);
    if (url === null) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  },
  { error: 'must be an https address (http only on this machine itself)' },
);
const secret = (start: RegExp, error: string) => z.string().regex(start, { error }).optional();
const percent = z.coerce
  .number({ error: 'must be a number from 0 to 20' })
  .min(0, { error: 'must be a number from 0 to 20' })
  .max(20, { error: 'must be a number from 0 to 20' });
const lines = (text: string) => text.split(/\n|\|/).flatMap((line) => line.trim() || []);

const account = z.strictObject({
  holder: z.string().min(1).max(70),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .nullable()
    .default(null),
  bank: z.string().min(1).max(70),
});

function bankAccount(text: string | undefined, context: z.RefinementCtx): TransferAccount | undefined {
  if (text === undefined) return undefined;
  try {
    return account.parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be JSON as {"holder":"…","iban":"DE89…","bic":"…","bank":"…"}',
    });
    return undefined;
  }
}

/** The variables about money. */
export const moneyEnvironment = {
  COMPANY_NAME: z.string().max(120).optional(),
  COMPANY_ADDRESS: z.string().max(500).default('').transform(lines),
  COMPANY_TAX_ID: z.string().max(40).optional(),
  BANK_ACCOUNT: z.string().optional().transform(bankAccount),
  STRIPE_SECRET_KEY: secret(/^(sk|rk)_\S+$/, 'must be a secret key that starts with sk_ or rk_'),
  STRIPE_WEBHOOK_SECRET: secret(/^whsec_\S+$/, 'must be a signing secret that starts with whsec_'),
  STRIPE_API_URL: safeAddress.optional(),
  STRIPE_FEE_PERCENT: percent.default(0),
  STRIPE_FEE_FIXED: percent.default(0),
  XERO_ISSUER: safeAddress.default('https://identity.xero.com'),
  XERO_API_URL: safeAddress.default('https://api.xero.com'),
  XERO_CLIENT_ID: z.string().max(120).optional(),
  XERO_CLIENT_SECRET: z.string().max(200).optional(),
  XERO_WEBHOOK_KEY: z.string().max(200).optional(),
  XERO_SCOPES: z
    .string()
    .default(
      'openid profile email offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings',
    )
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  XERO_ACCOUNT_CODE: z.string().max(10).default('200'),
  XERO_PAYMENT_ACCOUNT_CODE: z.string().max(10).default('090'),
  XERO_TAX_TYPE: z.string().max(40).default('NONE'),
};

const moneySettings = z.object(moneyEnvironment);
type MoneySettings = z.output<typeof moneySettings>;

/** An account at a bank that does not exist: transfers to it are only ever tried out. */
const DEMO_ACCOUNT: TransferAccount = {
  holder: 'Demo network',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bank: 'Test bank Germany',
};

/** What is wrong with the settings together, or null. */
export function moneyProblem(set: MoneySettings): string | null {
  if (set.STRIPE_SECRET_KEY && !set.STRIPE_WEBHOOK_SECRET)
    return 'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it';
  if ((set.XERO_CLIENT_ID === undefined) !== (set.XERO_CLIENT_SECRET === undefined))
    return 'XERO_CLIENT_ID and XERO_CLIENT_SECRET belong together';
  return null;
}

export function moneyConfigOf(
  set: MoneySettings,
  { appName, demo }: { appName: string; demo: boolean },
): MoneyConfig {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = set;
  return {
    company: {
      name: set.COMPANY_NAME ?? appName,
      address: set.COMPANY_ADDRESS,
      taxId: set.COMPANY_TAX_ID ?? null,
    },
    bankAccount: set.BANK_ACCOUNT ?? (demo ? DEMO_ACCOUNT : null),
    stripe:
      STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: STRIPE_SECRET_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiUrl: set.STRIPE_API_URL,
            fee: {
              bps: Math.round(set.STRIPE_FEE_PERCENT * 100),
              fixedMicros: BigInt(Math.round(set.STRIPE_FEE_FIXED * 100)) * 10_000n,
            },
          }
        : null,
    xero: {
      issuer: set.XERO_ISSUER,
      apiUrl: set.XERO_API_URL,
      clientId: set.XERO_CLIENT_ID,
      clientSecret: set.XERO_CLIENT_SECRET,
      webhookKey: set.XERO_WEBHOOK_KEY,
      scopes: set.XERO_SCOPES,
      accountCode: set.XERO_ACCOUNT_CODE,
      paymentAccountCode: set.XERO_PAYMENT_ACCOUNT_CODE,
      taxType: set.XERO_TAX_TYPE,
    },
  };
}
