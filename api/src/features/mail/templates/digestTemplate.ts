import { ALERT_EVENTS, type AlertData, type AlertEvent, alertData } from '@ezdash/contracts';
import { z } from 'zod';
import { type Block, button, facts, paragraph } from '../render/content';
import { TIME, TIME_ZONE, template } from './template';
import type { WordKey, Words } from './words';

/** The mail of a new sign-in goes at once, whatever its reader chose. */
type DigestedEvent = Exclude<AlertEvent, 'new_login'>;
const DIGESTED: readonly AlertEvent[] = ALERT_EVENTS.filter((event) => event !== 'new_login');
const MOST_ITEMS = 100;

/** One sentence for each event. */
const LINES: { [Event in DigestedEvent]: (data: AlertData[Event], words: Words) => string } = {
  campaign_approved: ({ campaign }, { t }) => t('digest.campaign_approved', { campaign }),
  campaign_rejected: ({ campaign, reasons }, { t }) =>
    t('digest.campaign_rejected', {
      campaign,
      reasons: reasons.map((reason) => t(`rejected-for.${reason}`)).join(', '),
    }),
  campaign_stopped: ({ campaign, creative, what, reason }, { t }) =>
    t(`digest.stop.${what}`, { name: creative ?? campaign, reason }),
  campaign_started: ({ campaign }, { t }) => t('digest.campaign_started', { campaign }),
  campaign_paused: ({ campaign, why, budget_micros: budget, spend_micros: spent }, { t, money }) =>
    why === 'ended' || budget === null || spent == null
      ? t(`digest.campaign_paused.${why}`, { campaign })
      : t(`digest.campaign_paused.rest-${why}`, { campaign, budget: money(budget), spent: money(spent) }),
  landing_broken: ({ campaign, what }, { t }) => t(`digest.landing_broken.${what}`, { campaign }),
  rule_acted: ({ rule, did }, { t }) => t(`digest.rule_acted.${did}`, { rule }),
  funds_low: ({ balance_micros, days_left }, { t, money, days }) =>
    t('digest.funds_low', {
      balance: money(balance_micros),
      days: days_left < 1 ? t('days.lessThanOne') : days(days_left),
    }),
  funds_out: ({ campaigns, more }, { t, number }) =>
    t('digest.funds_out', {
      campaigns: [...campaigns, ...(more > 0 ? [t('campaigns.more', { count: number(more) })] : [])].join(
        ', ',
      ),
    }),
  property_approved: ({ property, domain }, { t }) => t('digest.property_approved', { property, domain }),
  property_rejected: ({ property, domain, reason }, { t }) =>
    t('digest.property_rejected', { property, domain, reason }),
  property_stopped: ({ property, zone, what, reason }, { t }) =>
    t(`digest.stop.${what}`, { name: zone ?? property, reason }),
  verification_lost: ({ property, domain }, { t }) => t('digest.verification_lost', { property, domain }),
  earnings_held: ({ property, what, amount_micros }, { t, money }) =>
    t(`digest.earnings_held.${what}`, { property, amount: money(amount_micros) }),
  payout_paid: ({ amount_micros, method }, { t, money }) =>
    t('digest.payout_paid', { amount: money(amount_micros), method }),
  payout_failed: ({ amount_micros, method, reason }, { t, money }) =>
    t('digest.payout_failed', { amount: money(amount_micros), method, reason }),
  token_expiring: ({ token }, { t }) => t('digest.token_expiring', { token }),
  support_answered: ({ subject }, { t }) => t('digest.support_answered', { subject }),
  support_asked: (_data, { t }) => t('digest.support_asked'),
  release_stopped: ({ what, remote, version }, { t }) =>
    t(`digest.release_stopped.${what}`, { remote, version }),
  news_published: ({ title }, { t }) => t('digest.news_published', { title }),
};

const SUBJECTS: readonly (readonly [title: WordKey, prefix: string])[] = [
  ['digest.campaigns', 'campaign_'],
  ['digest.campaigns', 'landing_'],
  ['digest.campaigns', 'rule_'],
  ['digest.funds', 'funds_'],
  ['digest.properties', 'property_'],
  ['digest.payouts', 'payout_'],
  ['digest.releases', 'release_'],
  ['digest.support', 'support_'],
  ['digest.news', 'news_'],
  ['digest.account', ''],
];
const titleOf = (event: string): WordKey =>
  SUBJECTS.find(([, prefix]) => event.startsWith(prefix))?.[0] ?? 'digest.account';

const item = z
  .object({ event: z.enum(ALERT_EVENTS), at: TIME, data: z.unknown() })
  .refine(({ event, data }) => DIGESTED.includes(event) && alertData[event].safeParse(data).success, {
    path: ['data'],
  });
type Item = z.output<typeof item>;

function lineOf({ event, data }: Item, words: Words): string {
  // The schema has seen that the data is the event's own; the union of all of them cannot say so.
  const say = LINES[event as DigestedEvent] as (data: unknown, words: Words) => string;
  return say(alertData[event].parse(data), words);
}

/** Everything that happened since the last one: a table of each subject, oldest first. */
export const alertDigest = template(
  z.object({
    items: z.array(item).min(1).max(MOST_ITEMS),
    /** Of those there was no room for. */
    more: z.int().nonnegative(),
    role: z.enum(['advertiser', 'publisher', 'admin']),
    timeZone: TIME_ZONE,
  }),
  ({ items, more, role, timeZone }, { words, appName, link }) => {
    const { t, number } = words;
    const count = items.length + more;
    const groups = SUBJECTS.map(([title]) => ({
      title,
      members: items.filter(({ event }) => titleOf(event) === title),
    })).filter(({ members }) => members.length > 0);
    const blocks = groups.flatMap(({ title, members }): Block[] => [
      paragraph(t(title)),
      facts(
        ...members.map((each): [string, string] => [words.shortTime(each.at, timeZone), lineOf(each, words)]),
      ),
    ]);
    return {
      subject:
        count === 1 ? t('alert-digest.subject-one') : t('alert-digest.subject', { count: number(count) }),
      heading: t('alert-digest.heading'),
      blocks: [
        paragraph(t('alert-digest.text', { appName })),
        ...blocks,
        ...(more > 0 ? [paragraph(t('alert-digest.more', { count: number(more) }))] : []),
        button(
          t('alert-digest.button'),
          link(role === 'admin' ? '/admin/conversations' : `/${role}/dashboard`),
        ),
      ],
      why: t('alert-digest.why', { appName }),
    };
  },
);
