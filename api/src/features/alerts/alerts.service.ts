import {
  ALERT_CHANNELS,
  ALERT_EVENTS,
  ALERT_ROLES,
  type AlertChannel,
  type AlertEvent,
  type AlertSettings,
  type AlertSettingsUpdate,
  isAlertOnByDefault,
  publicId,
  type Role,
} from '@ezdash/contracts';
import type { Actor, AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { type FieldErrors, ValidationError } from '../../platform/errors';
import type { JobQueue } from '../../platform/jobs';
import { type Mail, securityNotice } from '../mail';
import type { EndedPayout } from '../payouts';
import { deviceName } from '../proofs';
import type { PropertyVerdict } from '../properties';
import type { CampaignVerdict } from '../review';
import type { StopNews } from '../stops';
import * as repo from './alerts.repo';
import { type ExportedAlerts, exportAlerts } from './exportAlerts';
import type { ChangedNews, changedNews } from './followNews';
import type { Alert } from './letter';
import type { NoticesService } from './notices/notices.service';
import { createPropertyAlerts, type PropertyAlerts } from './propertyAlerts';
import { createReleaseAlerts, type ReleaseAlerts } from './releaseAlerts';
import { LONGEST_NAME, shorten } from './shorten';
import { createSupportAlerts, type SupportAlerts } from './supportAlerts';
import type { Tell } from './tell';
import type { NewsJob, newsJob } from './tellNews';

export interface AlertsServiceDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  tell: Tell;
  notices: Pick<NoticesService, 'conversationRead' | 'askingOver' | 'newsRead'>;
  news: JobQueue<typeof newsJob>;
  newsChanges: JobQueue<typeof changedNews>;
}

export interface NewLogin {
  userId: number;
  /** As `deviceName` says it. */
  device: string;
  country: string | null;
  at: Date;
}

export type PublishedNews = Omit<NewsJob, 'publishedAt' | 'after'> & { publishedAt: Date };

export interface AlertsService extends SupportAlerts, ReleaseAlerts, PropertyAlerts {
  settings(user: AuthUser): Promise<AlertSettings>;
  /**
   * Changes those named; 422 for events of another role. Who turns off the mails of new sign-ins gets a last one that
   * says so: a stranger in the account would begin with that.
   */
  update(actor: Actor, change: AlertSettingsUpdate): Promise<AlertSettings>;
  /** What somebody has chosen, or what holds until they do. */
  wants(db: Db, userId: number, event: AlertEvent, channel: AlertChannel): Promise<boolean>;
  /**
   * Tells of something by all the ways that its reader wants. It is told when the transaction commits, or never, and once
   * for each occurrence. Little but an operator's verdict is told to an account that is not active.
   */
  tell(trx: Trx, alert: Alert): Promise<void>;
  /** The same for many, whose readers are looked up together. */
  tellAll(trx: Trx, alerts: readonly Alert[]): Promise<void>;
  /** What an operator decided on a campaign: `onDecided` of the reviews. */
  campaignDecided(trx: Trx, verdict: CampaignVerdict): Promise<void>;
  /** What an operator decided on a property: `onDecided` of the properties. */
  propertyDecided(trx: Trx, verdict: PropertyVerdict): Promise<void>;
  /** The network stopped something, or lifted that: `onChanged` of the stops. */
  stopChanged(trx: Trx, news: readonly StopNews[]): Promise<void>;
  /** A payout was paid, refused or failed: `onEnded` of the payouts. */
  payoutEnded(trx: Trx, payout: EndedPayout): Promise<void>;
  /** Somebody signed in on a device that was not seen before; the mail goes elsewhere. */
  newLogin(trx: Trx, login: NewLogin): Promise<void>;
  /** An article is out: its readers are told by a job, however many they are. */
  newsPublished(trx: Trx, news: PublishedNews): Promise<void>;
  /** An article was changed or withdrawn: what was told of it follows, by a job. */
  newsChanged(trx: Trx, change: Pick<ChangedNews, 'articleId'>): Promise<void>;
  /** A reader has opened an article, or marked all of them as read. */
  newsRead: NoticesService['newsRead'];
  /** Erases what is remembered of a person. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** What of this is a person's own data; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<ExportedAlerts>;
}

const eventsOf = (role: Role) => ALERT_EVENTS.filter((event) => ALERT_ROLES[event].includes(role));

function refuseForeign(role: Role, { alerts }: AlertSettingsUpdate): void {
  const own: readonly string[] = eventsOf(role);
  const errors: FieldErrors = {};
  for (const [index, { event }] of alerts.entries())
    if (!own.includes(event)) errors[`alerts.${index}.event`] = ['Your kind of account has no such alert'];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

interface Turn {
  event: AlertEvent;
  channel: AlertChannel;
}

const turnsOf = (alerts: AlertSettingsUpdate['alerts'], on: boolean): Turn[] =>
  alerts.flatMap(({ event, channels }) =>
    ALERT_CHANNELS.filter((channel) => channels[channel] === on).map((channel) => ({ event, channel })),
  );

const isNewLoginMail = ({ event, channel }: repo.Switch) => event === 'new_login' && channel === 'mail';
const isOnAnyway = ({ event, channel }: Turn) => isAlertOnByDefault(event, channel);
const isOffAnyway = (turn: Turn) => !isOnAnyway(turn);

/** Whether a change would leave the owner in the dark about who signs in. */
export const silencesNewLogins = ({ alerts }: AlertSettingsUpdate): boolean =>
  turnsOf(alerts, false).some(isNewLoginMail);

function campaignAlert(
  { campaignId, decision, reasons, message, decidedAt }: CampaignVerdict,
  row: NonNullable<Awaited<ReturnType<typeof repo.findCampaign>>>,
): Alert {
  const whom = { userId: row.advertiser_id, occurrence: `${campaignId}:${decidedAt.getTime()}` };
  const campaign = { campaign_id: publicId('campaign', campaignId), campaign: row.name };
  if (decision === 'reject')
    return { ...whom, event: 'campaign_rejected', data: { ...campaign, reasons, message } };
  const data = {
    ...campaign,
    daily_budget_micros: toNumber(row.daily_budget_micros),
    starts_at: row.starts_at?.toISOString() ?? null,
    approved_at: decidedAt.toISOString(),
  };
  return { ...whom, event: 'campaign_approved', data };
}

function stopAlert({
  kind,
  ownerId,
  holderId,
  holder,
  domain,
  part,
  what,
  reason,
  occurrence,
}: StopNews): Alert {
  const whom = { userId: ownerId, occurrence };
  if (kind === 'campaign' || kind === 'creative') {
    const campaign = { campaign_id: publicId('campaign', holderId), campaign: holder };
    return { ...whom, event: 'campaign_stopped', data: { ...campaign, creative: part, what, reason } };
  }
  const property = { property_id: publicId('property', holderId), property: holder, domain };
  return { ...whom, event: 'property_stopped', data: { ...property, zone: part, what, reason } };
}

function payoutAlert({ payoutId, publisherId, state, amountMicros, ...ended }: EndedPayout): Alert {
  const whom = { userId: publisherId, occurrence: String(payoutId) };
  const payout = {
    payout_id: publicId('payout', payoutId),
    amount_micros: toNumber(amountMicros),
    method: shorten(ended.method, LONGEST_NAME),
  };
  if (state !== 'paid')
    return { ...whom, event: 'payout_failed', data: { ...payout, why: state, reason: ended.reason } };
  const { bankReference: reference, endedAt } = ended;
  return { ...whom, event: 'payout_paid', data: { ...payout, reference, paid_at: endedAt.toISOString() } };
}

export function createAlertsService(deps: AlertsServiceDeps): AlertsService {
  const { db, clock, mail, tell, notices, news, newsChanges } = deps;

  async function settings(user: AuthUser): Promise<AlertSettings> {
    const choices = await repo.findChoices(db, user.id);
    const isChosen = (list: repo.Switch[], event: string, channel: string) =>
      list.some((each) => each.event === event && each.channel === channel);
    const isOn = (event: AlertEvent, channel: AlertChannel) =>
      isAlertOnByDefault(event, channel)
        ? !isChosen(choices.off, event, channel)
        : isChosen(choices.on, event, channel);
    return {
      email: user.email,
      alerts: eventsOf(user.role).map((event) => ({
        event,
        channels: {
          app: isOn(event, 'app'),
          mail: isOn(event, 'mail'),
          webhook: isOn(event, 'webhook'),
        },
      })),
    };
  }

  return {
    ...createSupportAlerts({ tell, notices }),
    ...createReleaseAlerts({ tell }),
    ...createPropertyAlerts({ tell }),
    settings,

    async update({ user, visitor }, change) {
      refuseForeign(user.role, change);
      await inTransaction(db, async (trx) => {
        const at = clock.now();
        const off = turnsOf(change.alerts, false);
        const on = turnsOf(change.alerts, true);
        const silenced = await repo.addChoices(trx, 'off', user.id, off.filter(isOnAnyway), at);
        if (silenced.some(isNewLoginMail)) {
          const device = deviceName(visitor, user.locale);
          await mail.send(trx, securityNotice(user, { what: 'new-login-alerts-off', device, at }));
        }
        await repo.dropChoices(trx, 'off', user.id, on.filter(isOnAnyway));
        await repo.addChoices(trx, 'on', user.id, on.filter(isOffAnyway), at);
        await repo.dropChoices(trx, 'on', user.id, off.filter(isOffAnyway));
      });
      return settings(user);
    },

    wants: async (given, userId, event, channel) =>
      isAlertOnByDefault(event, channel)
        ? !(await repo.isChosen(given, 'off', userId, event, channel))
        : repo.isChosen(given, 'on', userId, event, channel),

    tell: (trx, alert) => tell(trx, [alert]),
    tellAll: (trx, alerts) => tell(trx, alerts),

    async campaignDecided(trx, verdict) {
      const row = await repo.findCampaign(trx, verdict.campaignId);
      if (row) await tell(trx, [campaignAlert(verdict, row)]);
    },

    async propertyDecided(trx, { propertyId, reason, decidedAt }) {
      const row = await repo.findProperty(trx, propertyId);
      if (!row) return;
      const property = {
        property_id: publicId('property', propertyId),
        property: row.name,
        domain: row.domain,
      };
      const whom = { userId: row.publisher_id, occurrence: `${propertyId}:${decidedAt.getTime()}` };
      const alert: Alert =
        reason === null
          ? { ...whom, event: 'property_approved', data: property }
          : { ...whom, event: 'property_rejected', data: { ...property, reason } };
      await tell(trx, [alert]);
    },

    stopChanged: (trx, news) => tell(trx, news.map(stopAlert)),

    payoutEnded: (trx, payout) => tell(trx, [payoutAlert(payout)]),

    async newLogin(trx, { userId, device, country, at }) {
      const data = { device: shorten(device, LONGEST_NAME), country, signed_in_at: at.toISOString() };
      await tell(trx, [{ userId, event: 'new_login', data, occurrence: String(at.getTime()) }]);
    },

    async newsPublished(trx, { publishedAt, ...published }) {
      await news.send({ ...published, publishedAt: publishedAt.toISOString() }, { trx });
    },

    async newsChanged(trx, { articleId }) {
      await newsChanges.send({ articleId }, { trx });
    },
    newsRead: notices.newsRead,

    forget: repo.forgetPerson,
    exportOf: (userId, on = db) => exportAlerts(on, userId),
  };
}
