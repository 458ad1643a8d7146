import {
  ALERT_CHANNELS,
  ALERT_EVENTS,
  ALERT_ROLES,
  type AlertChannel,
  type AlertEvent,
  type AlertSetting,
  type AlertSettings,
  type AlertSettingsUpdate,
  publicId,
  type Role,
} from '@ezdash/contracts';
import type { Actor, AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { type FieldErrors, ValidationError } from '../../platform/errors';
import { type Mail, securityNotice } from '../mail';
import { deviceName } from '../proofs';
import type { PropertyVerdict } from '../properties';
import type { CampaignVerdict } from '../review';
import * as repo from './alerts.repo';
import { type Alert, isTold, letterOf } from './letter';

export interface AlertsServiceDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
}

export interface AlertsService {
  settings(user: AuthUser): Promise<AlertSettings>;
  /**
   * Changes those named; 422 for events of another role. Who turns off the mails of new sign-ins gets a last one that
   * says so: a stranger in the account would begin with that.
   */
  update(actor: Actor, change: AlertSettingsUpdate): Promise<AlertSettings>;
  /** Everybody wants everything until they say otherwise. */
  wants(db: Db, userId: number, event: AlertEvent, channel: AlertChannel): Promise<boolean>;
  /**
   * Sends the event's mail when its reader wants it. It goes when the transaction commits, or never. Nothing but an
   * operator's verdict is told to an account that is not active.
   */
  tell(trx: Trx, alert: Alert): Promise<void>;
  /** The same for many, whose readers are looked up together. */
  tellAll(trx: Trx, alerts: readonly Alert[]): Promise<void>;
  /** What an operator decided on a campaign: `onDecided` of the reviews. */
  campaignDecided(trx: Trx, verdict: CampaignVerdict): Promise<void>;
  /** What an operator decided on a property: `onDecided` of the properties. */
  propertyDecided(trx: Trx, verdict: PropertyVerdict): Promise<void>;
  /** Erases what is remembered of a person. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** What of this is a person's own data: the alerts that are turned off; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<repo.Switch[]>;
}

const eventsOf = (role: Role) => ALERT_EVENTS.filter((event) => ALERT_ROLES[event].includes(role));

function refuseForeign(role: Role, { alerts }: AlertSettingsUpdate): void {
  const own: readonly string[] = eventsOf(role);
  const errors: FieldErrors = {};
  for (const [index, { event }] of alerts.entries())
    if (!own.includes(event)) errors[`alerts.${index}.event`] = ['Your kind of account has no such alert'];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

const switchesOf = (alerts: readonly AlertSetting[], on: boolean): repo.Switch[] =>
  alerts.flatMap(({ event, channels }) =>
    ALERT_CHANNELS.filter((channel) => channels[channel] === on).map((channel) => ({ event, channel })),
  );

const isNewLoginMail = ({ event, channel }: repo.Switch) => event === 'new_login' && channel === 'mail';

/** Whether a change would leave the owner in the dark about who signs in. */
export const silencesNewLogins = ({ alerts }: AlertSettingsUpdate): boolean =>
  switchesOf(alerts, false).some(isNewLoginMail);

function campaignAlert(
  { campaignId, decision, reasons, message, decidedAt }: CampaignVerdict,
  row: NonNullable<Awaited<ReturnType<typeof repo.findCampaign>>>,
): Alert {
  const userId = row.advertiser_id;
  const occurrence = `${campaignId}:${decidedAt.getTime()}`;
  const campaign = { campaignId: publicId('campaign', campaignId), campaign: row.name };
  if (decision === 'reject')
    return { userId, event: 'campaign_rejected', occurrence, data: { ...campaign, reasons, message } };
  const data = {
    ...campaign,
    dailyBudgetMicros: toNumber(row.daily_budget_micros),
    startsAt: row.starts_at?.toISOString() ?? null,
    approvedAt: decidedAt.toISOString(),
  };
  return { userId, event: 'campaign_approved', occurrence, data };
}

export function createAlertsService({ db, clock, mail }: AlertsServiceDeps): AlertsService {
  async function settings(user: AuthUser): Promise<AlertSettings> {
    const off = await repo.findOptOuts(db, user.id);
    const isOn = (event: string, channel: string) =>
      !off.some((each) => each.event === event && each.channel === channel);
    return {
      email: user.email,
      alerts: eventsOf(user.role).map((event) => ({
        event,
        channels: { mail: isOn(event, 'mail') },
      })),
    };
  }

  async function tellAll(trx: Trx, alerts: readonly Alert[]): Promise<void> {
    if (alerts.length === 0) return;
    const readers = await repo.findReaders(
      trx,
      alerts.map(({ userId }) => userId),
    );
    for (const alert of alerts) {
      const reader = readers.get(alert.userId);
      if (reader && isTold(reader, alert.event)) await mail.send(trx, letterOf(alert, reader));
    }
  }

  const tell = (trx: Trx, alert: Alert) => tellAll(trx, [alert]);

  return {
    settings,

    async update({ user, visitor }, change) {
      refuseForeign(user.role, change);
      await inTransaction(db, async (trx) => {
        const at = clock.now();
        const off = await repo.turnOff(trx, user.id, switchesOf(change.alerts, false), at);
        if (off.some(isNewLoginMail)) {
          const device = deviceName(visitor, user.locale);
          await mail.send(trx, securityNotice(user, { what: 'new-login-alerts-off', device, at }));
        }
        await repo.turnOn(trx, user.id, switchesOf(change.alerts, true));
      });
      return settings(user);
    },

    wants: async (given, userId, event, channel) => !(await repo.isOff(given, userId, { event, channel })),

    tell,
    tellAll,

    async campaignDecided(trx, verdict) {
      const row = await repo.findCampaign(trx, verdict.campaignId);
      if (row) await tell(trx, campaignAlert(verdict, row));
    },

    async propertyDecided(trx, { propertyId, reason, decidedAt }) {
      const row = await repo.findProperty(trx, propertyId);
      if (!row) return;
      const property = {
        propertyId: publicId('property', propertyId),
        property: row.name,
        domain: row.domain,
      };
      const whom = { userId: row.publisher_id, occurrence: `${propertyId}:${decidedAt.getTime()}` };
      await tell(
        trx,
        reason === null
          ? { ...whom, event: 'property_approved', data: property }
          : { ...whom, event: 'property_rejected', data: { ...property, reason } },
      );
    },

    forget: repo.forgetPerson,
    exportOf: (userId, on = db) => repo.findOptOuts(on, userId),
  };
}
