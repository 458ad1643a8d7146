import { z } from 'zod';
import { ALERT_CHANNELS, ALERT_EVENTS } from './constants';

export const alertEvent = z.enum(ALERT_EVENTS);
export type AlertEvent = z.infer<typeof alertEvent>;
export const alertChannel = z.enum(ALERT_CHANNELS);
export type AlertChannel = z.infer<typeof alertChannel>;

/** One row of the page: what happened, and by which ways it is told. */
export const alertSetting = z.object({
  event: alertEvent,
  channels: z.record(alertChannel, z.boolean()),
});
export type AlertSetting = z.infer<typeof alertSetting>;

/** GET /api/settings/alerts: the events of the account's role, in the order of the page; also the answer of PUT. */
export const alertSettings = z.object({
  /** Where mails go. */
  email: z.string(),
  alerts: z.array(alertSetting),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/**
 * PUT /api/settings/alerts: those named are changed, the others stay. 422 for an event of another role; to turn off
 * `new_login` takes a recent proof (403 REAUTH_REQUIRED).
 */
export const alertSettingsUpdate = z.object({
  alerts: z
    .array(alertSetting)
    .min(1, { error: 'Name at least one alert' })
    .max(ALERT_EVENTS.length)
    .refine((alerts) => new Set(alerts.map(({ event }) => event)).size === alerts.length, {
      error: 'Name each alert only once',
    }),
});
export type AlertSettingsUpdate = z.infer<typeof alertSettingsUpdate>;
