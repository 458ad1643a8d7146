import { LANDING_OUTCOMES, MICROS, NEWS_CATEGORIES, REJECTION_REASONS } from '@ezdash/contracts';
import { z } from 'zod';
import { type Block, button, facts, paragraph, quote } from '../render/content';
import { alertDigest } from './digestTemplate';
import { campaignStopped, propertyStopped } from './stopTemplates';
import {
  campaign,
  campaignPath,
  frame,
  ID,
  NAME,
  property,
  propertyPath,
  REASON,
  TIME,
  TIME_ZONE,
  template,
} from './template';

/** Millionths of the currency unit. */
const AMOUNT = z.int().nonnegative();
const ONE_CENT = MICROS / 100;

const lines = (texts: readonly string[]): Block => quote(texts.filter((text) => text !== '').join('\n'));

const campaignApproved = template(
  z.object({
    ...campaign,
    dailyBudgetMicros: AMOUNT,
    /** Null, or past: it may run from now on. */
    startsAt: TIME.nullable(),
    approvedAt: TIME,
    timeZone: TIME_ZONE,
  }),
  (data, tools) => {
    const { words, link } = tools;
    const { startsAt, timeZone } = data;
    const later = startsAt !== null && new Date(startsAt) > new Date(data.approvedAt);
    const blocks = [
      paragraph(words.t(later ? 'campaign-approved.later' : 'campaign-approved.now')),
      facts(
        [words.t('fact.campaign'), data.campaign],
        [words.t('fact.dailyBudget'), words.money(data.dailyBudgetMicros)],
        [words.t('fact.starts'), words.time(later ? startsAt : data.approvedAt, timeZone)],
      ),
      paragraph(words.t('campaign-approved.next')),
      button(words.t('campaign-approved.button'), link(campaignPath(data.campaignId))),
    ];
    return frame('campaign-approved', tools, blocks, { campaign: data.campaign });
  },
);

const campaignRejected = template(
  z.object({
    ...campaign,
    reasons: z.array(z.enum(REJECTION_REASONS)).min(1).max(REJECTION_REASONS.length),
    /** The reviewer's own words; may be empty. */
    message: z.string().trim().max(2_000),
  }),
  (data, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(words.t('campaign-rejected.text')),
      facts([words.t('fact.campaign'), data.campaign]),
      lines([...data.reasons.map((reason) => words.t(`rejected-for.${reason}`)), data.message]),
      paragraph(words.t('campaign-rejected.next')),
      button(words.t('campaign-rejected.button'), link(campaignPath(data.campaignId))),
    ];
    return frame('campaign-rejected', tools, blocks, { campaign: data.campaign });
  },
);

const campaignStarted = template(
  z.object({
    ...campaign,
    dailyBudgetMicros: AMOUNT,
    startedAt: TIME,
    endsAt: TIME.nullable(),
    timeZone: TIME_ZONE,
  }),
  (data, tools) => {
    const { words, link } = tools;
    const { endsAt, timeZone } = data;
    const ends: [string, string][] = endsAt ? [[words.t('fact.ends'), words.time(endsAt, timeZone)]] : [];
    const blocks = [
      paragraph(words.t('campaign-started.text')),
      facts(
        [words.t('fact.campaign'), data.campaign],
        [words.t('fact.dailyBudget'), words.money(data.dailyBudgetMicros)],
        [words.t('fact.since'), words.time(data.startedAt, timeZone)],
        ...ends,
      ),
      paragraph(words.t('campaign-started.next')),
      button(words.t('campaign-started.button'), link(campaignPath(data.campaignId))),
    ];
    return frame('campaign-started', tools, blocks, { campaign: data.campaign });
  },
);

/** What makes the network stop a campaign by itself. */
export const STOPPED_BY = ['daily-budget', 'total-budget', 'ended'] as const;

const campaignPaused = template(
  z.object({
    ...campaign,
    why: z.enum(STOPPED_BY),
    /** The budget that stopped it; null when it is the time that is over. */
    budgetMicros: AMOUNT.nullable(),
    /** Spent of it, and the lowest bid, than which less is left; missing in what was written before bids were lowered. */
    spendMicros: AMOUNT.nullish(),
    lowestMicros: AMOUNT.nullish(),
    stoppedAt: TIME,
    /** When it goes on by itself; null: it does not. */
    resumesAt: TIME.nullable(),
    timeZone: TIME_ZONE,
  }),
  (data, tools) => {
    const { words, link } = tools;
    const { why, budgetMicros, resumesAt, timeZone } = data;
    const { spendMicros, lowestMicros } = data;
    const rows: [string, string][] = [[words.t('fact.campaign'), data.campaign]];
    if (budgetMicros !== null)
      rows.push([
        words.t(why === 'total-budget' ? 'fact.totalBudget' : 'fact.dailyBudget'),
        words.money(budgetMicros),
      ]);
    rows.push([words.t('fact.stopped'), words.time(data.stoppedAt, timeZone)]);
    if (resumesAt !== null) rows.push([words.t('fact.resumes'), words.time(resumesAt, timeZone)]);
    const stopped =
      why === 'ended' || budgetMicros === null || spendMicros == null || lowestMicros == null
        ? words.t(`campaign-paused.${why}`)
        : words.t(`campaign-paused.rest-${why}`, {
            spent: words.money(spendMicros),
            budget: words.money(budgetMicros),
            lowest: words.money(lowestMicros, 6),
          });
    const blocks = [
      paragraph(stopped),
      facts(...rows),
      paragraph(words.t(`campaign-paused.next-${why}`)),
      button(words.t('campaign-paused.button'), link(campaignPath(data.campaignId))),
    ];
    return frame('campaign-paused', tools, blocks, { campaign: data.campaign });
  },
);

const fundsLow = template(
  z.object({
    /** Cash and bonus. */
    balanceMicros: AMOUNT,
    /** At the pace of the last days. */
    perDayMicros: AMOUNT,
    daysLeft: z.number().nonnegative(),
  }),
  ({ balanceMicros, perDayMicros, daysLeft }, tools) => {
    const { words, link } = tools;
    const days = daysLeft < 1 ? words.t('days.lessThanOne') : words.days(daysLeft);
    return frame(
      'funds-low',
      tools,
      [
        paragraph(words.t('funds-low.text')),
        facts(
          [words.t('fact.balance'), words.money(balanceMicros)],
          [words.t('fact.perDay'), words.money(Math.max(perDayMicros, ONE_CENT))],
          [words.t('fact.daysLeft'), days],
        ),
        paragraph(words.t('funds-low.next')),
        button(words.t('funds-low.button'), link('/advertiser/funds')),
      ],
      { days },
    );
  },
);

const fundsOut = template(
  z.object({ balanceMicros: AMOUNT, campaigns: z.array(NAME).min(1).max(10), more: z.int().nonnegative() }),
  ({ balanceMicros, campaigns, more }, tools) => {
    const { words, link } = tools;
    const others = more > 0 ? [words.t('campaigns.more', { count: words.number(more) })] : [];
    return frame('funds-out', tools, [
      paragraph(words.t('funds-out.text')),
      facts([words.t('fact.balance'), words.money(balanceMicros)]),
      lines([...campaigns, ...others]),
      paragraph(words.t('funds-out.next')),
      button(words.t('funds-out.button'), link('/advertiser/funds')),
    ]);
  },
);

const landingBroken = template(
  z.object({
    ...campaign,
    what: z.enum(['broken', 'recovered']),
    url: z.string().max(2_000),
    outcome: z.enum(LANDING_OUTCOMES),
    status: z.int().nullable(),
    failingSince: TIME.nullable(),
    checkedAt: TIME,
    timeZone: TIME_ZONE,
  }),
  (data, tools) => {
    const { words, link } = tools;
    const { what, outcome, status, failingSince, timeZone } = data;
    const found = words.t(`landing-outcome.${outcome}`, { status: String(status ?? '') });
    const rows: [string, string][] = [
      [words.t('fact.campaign'), data.campaign],
      [words.t('fact.landingPage'), data.url],
    ];
    if (what === 'broken') rows.push([words.t('fact.found'), found]);
    if (failingSince !== null) rows.push([words.t('fact.failingSince'), words.time(failingSince, timeZone)]);
    rows.push([words.t('fact.lastLook'), words.time(data.checkedAt, timeZone)]);
    const content = frame(
      'landing-broken',
      tools,
      [
        paragraph(words.t(`landing-broken.${what}`)),
        facts(...rows),
        paragraph(words.t(`landing-broken.next-${what}`)),
        button(words.t('landing-broken.button'), link(campaignPath(data.campaignId), { tab: 'creatives' })),
      ],
      { campaign: data.campaign },
    );
    if (what === 'broken') return content;
    return {
      ...content,
      subject: words.t('landing-broken.subject-recovered', { campaign: data.campaign }),
      heading: words.t('landing-broken.heading-recovered'),
    };
  },
);

const ruleActed = template(
  z.object({
    ruleId: z.string(),
    rule: NAME,
    did: z.enum(['changed', 'found']),
    campaigns: z.array(NAME).min(1).max(10),
    more: z.int().nonnegative(),
  }),
  ({ ruleId, rule, did, campaigns, more }, tools) => {
    const { words, link } = tools;
    const others = more > 0 ? [words.t('campaigns.more', { count: words.number(more) })] : [];
    return frame(
      'rule-acted',
      tools,
      [
        paragraph(words.t(`rule-acted.${did}`)),
        lines([...campaigns, ...others]),
        paragraph(words.t('rule-acted.next')),
        button(words.t('rule-acted.button'), link(`/advertiser/rules?rule=${encodeURIComponent(ruleId)}`)),
      ],
      { rule },
    );
  },
);

const propertyApproved = template(z.object(property), (data, tools) => {
  const { words, link } = tools;
  const blocks = [
    paragraph(words.t('property-approved.text')),
    facts([words.t('fact.property'), data.property], [words.t('fact.domain'), data.domain]),
    paragraph(words.t('property-approved.next')),
    button(words.t('property-approved.button'), link(propertyPath(data.propertyId))),
  ];
  return frame('property-approved', tools, blocks, { property: data.property });
});

const verificationLost = template(
  z.object({ ...property, showsAds: z.boolean(), lostAt: TIME, timeZone: TIME_ZONE }),
  (data, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(words.t('verification-lost.text')),
      facts(
        [words.t('fact.property'), data.property],
        [words.t('fact.domain'), data.domain],
        [words.t('fact.lastLooked'), words.time(data.lostAt, data.timeZone)],
      ),
      paragraph(words.t(data.showsAds ? 'verification-lost.goesOn' : 'verification-lost.stopped')),
      button(words.t('verification-lost.button'), link(`${propertyPath(data.propertyId)}?tab=verification`)),
    ];
    return frame('verification-lost', tools, blocks, { property: data.property });
  },
);

/** Earnings by a server's word: looked at, or decided. */
const earningsHeld = template(
  z.object({ ...property, what: z.enum(['held', 'released', 'taken_back']), amountMicros: z.int().min(0) }),
  (data, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(words.t(`earnings-held.${data.what}`)),
      facts(
        [words.t('fact.property'), data.property],
        [words.t('fact.domain'), data.domain],
        [words.t('fact.amount'), words.money(data.amountMicros)],
      ),
      button(words.t('earnings-held.button'), link('/publisher/earnings')),
    ];
    return frame('earnings-held', tools, blocks, { property: data.property });
  },
);

const propertyRejected = template(z.object({ ...property, reason: REASON }), (data, tools) => {
  const { words, link } = tools;
  const blocks = [
    paragraph(words.t('property-rejected.text')),
    facts([words.t('fact.property'), data.property], [words.t('fact.domain'), data.domain]),
    quote(data.reason),
    paragraph(words.t('property-rejected.next')),
    button(words.t('property-rejected.button'), link(propertyPath(data.propertyId))),
  ];
  return frame('property-rejected', tools, blocks, { property: data.property });
});

const supportAnswered = template(
  z.object({
    conversationId: ID,
    subject: NAME,
    /** Both may be empty: an answer may be a file alone. */
    author: z.string().trim().max(200),
    excerpt: z.string().trim().max(2_000),
  }),
  ({ conversationId, subject, author, excerpt }, tools) => {
    const { words, appName, link } = tools;
    const from = author || appName;
    const blocks = [
      paragraph(words.t('support-answered.text', { author: from })),
      ...(excerpt === '' ? [] : [quote(excerpt)]),
      button(words.t('support-answered.button'), link('/help', { conversation: conversationId })),
    ];
    return frame('support-answered', tools, blocks, { subject });
  },
);

const supportAsked = template(
  z.object({ conversationId: ID, waitingSince: TIME, timeZone: TIME_ZONE }),
  ({ conversationId, waitingSince, timeZone }, tools) => {
    const { words, link } = tools;
    const blocks = [
      paragraph(words.t('support-asked.text', { since: words.time(waitingSince, timeZone) })),
      button(words.t('support-asked.button'), link(`/admin/conversations/${conversationId}`)),
    ];
    return frame('support-asked', tools, blocks);
  },
);

const releaseStopped = template(
  z.object({
    remote: NAME,
    version: NAME,
    what: z.enum(['withdrawn', 'canary_ended', 'plan_refused']),
    /** What visitors get now; null: nothing. */
    now: NAME.nullable(),
    /** As in the history; may be empty. */
    why: z.string().trim().max(2_000),
    happenedAt: TIME,
    timeZone: TIME_ZONE,
  }),
  ({ remote, version, what, now, why, happenedAt, timeZone }, tools) => {
    const { words, link } = tools;
    const active: [string, string][] = now === null ? [] : [[words.t('fact.activeRelease'), now]];
    const blocks = [
      paragraph(words.t(`release-stopped.${what}`, { remote, version })),
      facts([words.t('fact.remote'), remote], [words.t('fact.release'), version], ...active, [
        words.t('fact.time'),
        words.time(happenedAt, timeZone),
      ]),
      ...(why === '' ? [] : [quote(why)]),
      button(words.t('release-stopped.button'), link('/admin/remotes')),
    ];
    return frame('release-stopped', tools, blocks, { remote, version });
  },
);

const newsPublished = template(
  z.object({
    articleId: ID,
    title: NAME,
    category: z.enum(NEWS_CATEGORIES),
    publishedAt: TIME,
    role: z.enum(['advertiser', 'publisher']),
    timeZone: TIME_ZONE,
  }),
  ({ articleId, title, category, publishedAt, role, timeZone }, tools) => {
    const { words, link } = tools;
    const blocks = [
      facts(
        [words.t('fact.title'), title],
        [words.t('fact.category'), words.t(`news-category.${category}`)],
        [words.t('fact.published'), words.time(publishedAt, timeZone)],
      ),
      button(words.t('news-published.button'), link(`/${role}/news/${articleId}`)),
    ];
    return frame('news-published', tools, blocks, { title });
  },
);

/** Mails of the alerts that people choose in their settings. */
export const ALERT_TEMPLATES = {
  'campaign-approved': campaignApproved,
  'campaign-rejected': campaignRejected,
  'campaign-stopped': campaignStopped,
  'campaign-started': campaignStarted,
  'campaign-paused': campaignPaused,
  'funds-low': fundsLow,
  'funds-out': fundsOut,
  'landing-broken': landingBroken,
  'rule-acted': ruleActed,
  'property-approved': propertyApproved,
  'property-rejected': propertyRejected,
  'property-stopped': propertyStopped,
  'verification-lost': verificationLost,
  'earnings-held': earningsHeld,
  'support-answered': supportAnswered,
  'support-asked': supportAsked,
  'release-stopped': releaseStopped,
  'news-published': newsPublished,
  'alert-digest': alertDigest,
};
