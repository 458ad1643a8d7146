import type { AlertData, AlertEvent, Notice } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import { countryName, type Format } from '@ezdash/ui';
import type { TFunction } from 'i18next';

/** What a notice says: what happened, and one line with its figures. */
export interface NoticeWords {
  title: string;
  line: string;
}

type T = TFunction<'shell'>;
type Line<Event extends AlertEvent> = (data: AlertData[Event], t: T, format: Format) => string;

const list = (format: Format, parts: readonly string[]) =>
  new Intl.ListFormat(format.locale, { type: 'conjunction' }).format(parts);

/** The line of each event; titles are `notice.<event>.title`, filled with the data as they are. */
const LINES: { [Event in AlertEvent]: Line<Event> } = {
  campaign_approved: ({ starts_at, approved_at, daily_budget_micros }, t, format) => {
    const budget = format.money(daily_budget_micros);
    return starts_at !== null && compareInstants(starts_at, approved_at) > 0
      ? t('notice.campaign_approved.later', { budget, start: format.dateTime(starts_at) })
      : t('notice.campaign_approved.now', { budget });
  },
  campaign_rejected: ({ reasons, message }, t, format) => {
    // A newer server may know more reasons than this page.
    const named = reasons.map((reason) => t(`notice.reason.${reason}`, { defaultValue: '' })).filter(Boolean);
    return [
      named.length > 0 ? `${list(format, named)}.` : '',
      message && t('notice.quote', { text: message }),
    ]
      .filter(Boolean)
      .join(' ');
  },
  campaign_stopped: ({ creative, what, reason }, t) =>
    t(`notice.stop.${what}${creative === null ? '' : 'Part'}`, { name: creative ?? '', reason }),
  campaign_started: ({ daily_budget_micros, ends_at }, t, format) => {
    const budget = format.money(daily_budget_micros);
    return ends_at === null
      ? t('notice.campaign_started.open', { budget })
      : t('notice.campaign_started.until', { budget, end: format.dateTime(ends_at) });
  },
  campaign_paused: ({ why, budget_micros, stopped_at, resumes_at, ...rest }, t, format) => {
    const budget = format.money(budget_micros ?? 0);
    const values = {
      budget,
      budget_micros: budget,
      spend_micros: format.money(rest.spend_micros ?? 0),
      lowest_micros: format.money(rest.lowest_micros ?? 0, { digits: [2, 6] }),
      stopped: format.time(stopped_at),
      // Notices of before bids were lowered name no lowest one.
      context: typeof rest.lowest_micros === 'number' ? undefined : 'before',
    };
    if (why === 'daily-budget' && resumes_at !== null)
      return t('notice.campaign_paused.resumes', { ...values, resumes: format.dateTime(resumes_at) });
    return t(`notice.campaign_paused.${why}`, values);
  },
  landing_broken: ({ what, status }, t) => {
    if (what === 'recovered') return t('notice.landing_broken.recovered');
    return status === null
      ? t('notice.landing_broken.broken')
      : t('notice.landing_broken.status', { status });
  },
  rule_acted: ({ did, campaigns, more }, t, format) => {
    const parts = more > 0 ? [...campaigns, t('notice.funds_out.more', { count: more })] : campaigns;
    return t(`notice.rule_acted.${did}`, { campaigns: list(format, parts) });
  },
  funds_low: ({ balance_micros, per_day_micros, days_left }, t, format) =>
    t('notice.funds_low.line', {
      balance: format.money(balance_micros),
      perDay: format.money(per_day_micros),
      count: Math.floor(days_left),
    }),
  funds_out: ({ campaigns, more }, t, format) => {
    if (campaigns.length === 0) return t('notice.funds_out.none');
    const parts = more > 0 ? [...campaigns, t('notice.funds_out.more', { count: more })] : campaigns;
    return t('notice.funds_out.line', { campaigns: list(format, parts) });
  },
  property_approved: ({ domain }, t) => t('notice.property_approved.line', { domain }),
  property_rejected: ({ reason }, t) =>
    reason ? t('notice.quote', { text: reason }) : t('notice.property_rejected.line'),
  property_stopped: ({ zone, what, reason }, t) =>
    t(`notice.stop.${what}${zone === null ? '' : 'Part'}`, { name: zone ?? '', reason }),
  verification_lost: ({ domain, shows_ads }, t) =>
    t(shows_ads ? 'notice.verification_lost.goesOn' : 'notice.verification_lost.stopped', { domain }),
  earnings_held: ({ what, amount_micros }, t, format) =>
    t(`notice.earnings_held.${what}`, { amount: format.money(amount_micros) }),
  payout_paid: ({ method, reference }, t) =>
    reference === null
      ? t('notice.payout_paid.line', { method })
      : t('notice.payout_paid.reference', { method, reference }),
  payout_failed: ({ reason }, t) => t('notice.payout_failed.line', { reason }),
  new_login: ({ device, country, signed_in_at }, t, format) => {
    const at = format.dateTime(signed_in_at);
    return country === null
      ? t('notice.new_login.line', { device, at })
      : t('notice.new_login.from', { device, at, country: countryName(country, format.locale) });
  },
  token_expiring: ({ expires_at }, t, format) =>
    t('notice.token_expiring.line', { end: format.dateTime(expires_at) }),
  support_answered: ({ excerpt }) => excerpt,
  support_asked: ({ waiting_since }, t, format) =>
    t('notice.support_asked.line', { since: format.dateTime(waiting_since) }),
  release_stopped: ({ what, now }, t) =>
    t(`notice.release_stopped.${what === 'plan_refused' && now === null ? 'plan_refused_first' : what}`, {
      now,
    }),
  news_published: ({ category }, t) => t(`notice.category.${category}`, { defaultValue: '' }),
};

/**
 * The words of a notice. Of an event that this page does not know yet, or that lacks something, only the kind is said:
 * a list of notices must not break by one of them.
 */
export function noticeWords({ event, data }: Notice, t: T, format: Format): NoticeWords {
  const line: Line<AlertEvent> | undefined = Object.hasOwn(LINES, event)
    ? (LINES[event] as Line<AlertEvent>)
    : undefined;
  const micros = data.amount_micros;
  const formatted = typeof micros === 'number' ? { amount: format.money(micros) } : {};
  const title = t(`notice.${event}.title`, { ...data, ...formatted, defaultValue: t('notice.unknown') });
  try {
    return { title, line: line?.(data as unknown as AlertData[AlertEvent], t, format) ?? '' };
  } catch {
    return { title, line: '' };
  }
}
