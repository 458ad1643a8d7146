import { randomUUID } from 'node:crypto';
import { CHANNELS, publicId } from '@ezdash/contracts';
import type { FoundRoute } from '../routesOf';
import {
  ACCOUNT_BODIES,
  account,
  apiToken,
  connection,
  dataExport,
  mail,
  PROVIDER,
  passkey,
  session,
} from './accounts';
import {
  ADVERTISING_BODIES,
  asset,
  campaign,
  campaignChange,
  campaignDraft,
  campaignView,
  conversionGoal,
  decision,
  property,
  savedReport,
  upload,
  zone,
} from './advertising';
import { debugSession } from './debugSessions';
import {
  advertiserId,
  document,
  MONEY_BODIES,
  paymentMethod,
  promoCode,
  sandboxCheckout,
  sandboxVisit,
  transaction,
} from './money';
import { article, NEWS_BODIES } from './news';
import { deadLetter, PAYMENT_BODIES, payment } from './payments';
import { holdCase, PAYOUT_BODIES, payout, payoutBatch, publisherId } from './payouts';
import { deadCall, outgoingPostback, POSTBACK_BODIES } from './postbacks';
import { NO_CODE, REFERRAL_BODIES, referral, referralLink } from './referrals';
import { RULE_BODIES, rule } from './rules';
import {
  invitation,
  releaseOverride,
  releasePlan,
  releaseToken,
  seat,
  stop,
  stopInput,
  teamMember,
} from './staff';
import { attachment, conversation, SUPPORT_BODIES } from './support';
import type { Call, Make, World } from './world';

/** The thing that `:id` of a route is, by the beginning of its path. */
const THINGS: Readonly<Record<string, Make>> = {
  '/api/metrics-reports/': savedReport,
  '/api/v1/metrics-reports/': savedReport,
  '/api/assets/': asset,
  '/api/v1/assets/': asset,
  '/api/assets/uploads/': upload,
  '/api/v1/assets/uploads/': upload,
  '/api/campaigns/': campaign,
  '/api/campaigns/views/': campaignView,
  '/api/v1/campaigns/views/': campaignView,
  '/api/campaign-drafts/': campaignDraft,
  '/api/v1/campaigns/': campaign,
  '/api/operator/campaigns/': campaign,
  '/api/operator/reviews/': campaign,
  '/api/properties/': property,
  '/api/v1/properties/': property,
  '/api/operator/properties/': property,
  '/api/decisions/': decision,
  '/api/v1/decisions/': decision,
  '/tag-debug/decisions/': decision,
  '/api/zones/': zone,
  '/api/v1/zones/': zone,
  '/api/settings/sessions/': session,
  '/api/settings/api-tokens/': apiToken,
  '/api/settings/passkeys/': passkey,
  '/api/settings/payment-methods/': paymentMethod,
  '/api/settings/privacy/exports/': dataExport,
  '/api/documents/': document,
  '/api/v1/documents/': document,
  '/api/advertiser/transactions/': transaction,
  '/api/v1/transactions/': transaction,
  '/api/referrals/links/': referralLink,
  '/api/v1/referrals/links/': referralLink,
  '/api/operator/referrals/': referral,
  '/api/rules/': rule,
  '/api/v1/rules/': rule,
  '/api/conversion-goals/': conversionGoal,
  '/api/v1/conversion-goals/': conversionGoal,
  '/api/postbacks/outgoing/': outgoingPostback,
  '/api/v1/postbacks/outgoing/': outgoingPostback,
  '/api/postbacks/calls/': deadCall,
  '/api/v1/postbacks/calls/': deadCall,
  '/api/news/': article(new Date()),
  '/api/v1/news/': article(new Date()),
  '/api/operator/news/': article(null),
  '/api/operator/users/': account,
  '/api/operator/admins/invitations/': invitation,
  '/api/operator/rtb-seats/': seat,
  '/api/operator/stops/': stop,
  '/api/operator/hold-cases/': holdCase,
  '/api/releases/tokens/': releaseToken,
  '/api/releases/:remote/plans/': releasePlan,
  '/api/operator/releases/:remote/plans/': releasePlan,
  '/api/release-overrides/': releaseOverride,
  '/api/operator/releases/:remote/team/': teamMember,
  '/api/operator/releases/:remote/overrides/': releaseOverride,
  '/api/operator/releases/tokens/': releaseToken,
  '/api/operator/credit-lines/': advertiserId,
  '/api/operator/promo-codes/': promoCode,
  '/api/payments/': payment,
  '/api/v1/payments/': payment,
  '/api/operator/payments/': payment,
  '/api/operator/xero/invoices/': payment,
  '/debug-tool/xero/invoice/': payment,
  '/debug-tool/sessions/': debugSession,
  '/debug-tool/traces/': async () => randomUUID(),
  '/api/operator/debug-sessions/': debugSession,
  '/api/operator/dead-letters/:queue/': deadLetter,
  '/api/operator/payouts/': payout,
  '/api/operator/payout-batches/': payoutBatch,
  '/api/operator/publishers/': publisherId,
  '/api/support/conversations/': conversation,
  '/api/support/attachments/': attachment,
  '/api/operator/conversations/': conversation,
  '/gateway/sandbox/setup/': sandboxVisit,
  '/api/payment-test/': sandboxCheckout,
  '/dev/outbox/': mail,
};

/** Bodies that reach the rule of the owner; what is missing sends an empty one. */
const BODIES: Readonly<Record<string, (world: World, id: string) => Promise<unknown>>> = {
  ...ACCOUNT_BODIES,
  ...ADVERTISING_BODIES,
  ...MONEY_BODIES,
  ...NEWS_BODIES,
  ...PAYMENT_BODIES,
  ...PAYOUT_BODIES,
  ...POSTBACK_BODIES,
  ...REFERRAL_BODIES,
  ...RULE_BODIES,
  ...SUPPORT_BODIES,
  'POST /api/operator/stops': stopInput,
  // The advertiser's own channel; a socket that nobody has.
  'POST /broadcasting/auth': async ({ visitors: { advertiser } }) => ({
    socket_id: '1.2',
    channel_name: CHANNELS.account(publicId('user', advertiser.id)),
  }),
  'POST /broadcasting/user-auth': async () => ({ socket_id: '1.2' }),
};

/** Days are asked for wherever figures are; of the public API, which refuses what a call does not have, where it has to be. */
const DAYS = '?from=2026-11-01&to=2026-11-02';
const PERIOD = `${DAYS}&by=day`;

/** What other reads ask for. */
const QUERIES: Readonly<Record<string, (world: World) => string>> = {
  // Where ads are shown is for every advertiser to find: what is looked for here is nowhere.
  '/api/campaign-places': () => '?kind=zones&search=nowhere',
  '/api/v1/campaign-places': () => '?kind=zones&search=nowhere',
  // Nothing that is not asked for is passed over there.
  '/api/publisher/no-fill': () => DAYS,
  '/api/publisher/no-fill/export': () => DAYS,
  '/api/v1/transactions/export': () => DAYS,
  '/api/v1/referrals/funnel': () => DAYS,
  '/api/operator/stops': () => '?kind=campaign&id=c_zzzz',
  '/api/operator/stops/targets': ({ visitors: { advertiser } }) => `?user=${advertiser.id}`,
  '/dev/outbox/latest.json': ({ visitors: { advertiser } }) => `?to=${encodeURIComponent(advertiser.email)}`,
};

/** A new thing of the owner's for each call, since the owner's own call changes it. */
export async function makeCall(world: World, { name, method, path }: FoundRoute): Promise<Call> {
  const found = Object.entries(THINGS).find(
    // A file's name may follow its id: `/api/documents/:id.pdf`.
    ([prefix]) => `${path}/`.startsWith(`${prefix}:id/`) || path.startsWith(`${prefix}:id.`),
  );
  if (path.includes(':id') && !found) throw new Error(`No thing is known for ${path}`);
  const id = found ? await found[1](world) : '';
  if (path.includes(':provider')) await connection(world);
  if (path === '/dev/outbox/latest.json') await mail(world);
  const address = path
    .replace(':id', id)
    .replace(':locale', 'en')
    .replace(':provider', PROVIDER)
    .replace(':slug', 'macros')
    .replace(':remote', 'mf-advertiser')
    .replace(':change', path.includes(':change') ? await campaignChange(world, id) : '')
    .replace(':queue', 'mail.send')
    .replace(':gateway', 'sandbox')
    .replace(':link', NO_CODE)
    .replace(':size', '300x250');
  const usual = path.startsWith('/api/v1/') ? '' : PERIOD;
  return {
    address: method === 'GET' ? address + (QUERIES[path]?.(world) ?? usual) : address,
    body: (await BODIES[name]?.(world, id)) ?? {},
  };
}
