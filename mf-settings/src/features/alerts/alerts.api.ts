import type {
  AcceptedAnswer,
  AlertChannel,
  AlertDelivery,
  AlertDeliveryAnswer,
  AlertEvent,
  AlertSettings,
  AlertSettingsUpdate,
  AlertWebhookAnswer,
  AlertWebhookInput,
  AlertWebhookMade,
  AlertWebhookTest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const ALERTS = '/api/settings/alerts';
const WEBHOOK_TAG = { type: 'Alert', id: 'webhook' } as const;

export const alertsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsAlerts: build.query<AlertSettings, void>({
      query: () => ALERTS,
      providesTags: ['Alert'],
    }),
    /** The page shows what was chosen before the answer is there: the list is not asked for again. */
    settingsSaveAlerts: build.mutation<AlertSettings, AlertSettingsUpdate>({
      query: (body) => ({ url: ALERTS, method: 'PUT', body }),
    }),
    settingsAlertDelivery: build.query<AlertDeliveryAnswer, void>({
      query: () => `${ALERTS}/delivery`,
      providesTags: ['AlertDelivery'],
    }),
    settingsSaveAlertDelivery: build.mutation<AlertDeliveryAnswer, AlertDelivery>({
      query: (body) => ({ url: `${ALERTS}/delivery`, method: 'PUT', body }),
      invalidatesTags: ['AlertDelivery'],
    }),
    settingsAlertWebhook: build.query<AlertWebhookAnswer, void>({
      query: () => `${ALERTS}/webhook`,
      providesTags: [WEBHOOK_TAG],
    }),
    settingsSetAlertWebhook: build.mutation<AlertWebhookMade, AlertWebhookInput>({
      query: (body) => ({ url: `${ALERTS}/webhook`, method: 'PUT', body }),
      invalidatesTags: (made) => (made ? [WEBHOOK_TAG] : []),
    }),
    /** Also one that is gone already makes it be asked for again. */
    settingsRemoveAlertWebhook: build.mutation<unknown, void>({
      query: () => ({ url: `${ALERTS}/webhook`, method: 'DELETE' }),
      invalidatesTags: [WEBHOOK_TAG],
    }),
    settingsTestAlertWebhook: build.mutation<AlertWebhookTest, void>({
      query: () => ({ url: `${ALERTS}/webhook/test`, method: 'POST' }),
      invalidatesTags: [WEBHOOK_TAG],
    }),
    settingsResendVerification: build.mutation<AcceptedAnswer, void>({
      query: () => ({ url: '/api/auth/verify-email/resend', method: 'POST' }),
    }),
  }),
});

export const {
  useSettingsAlertsQuery,
  useSettingsSaveAlertsMutation,
  useSettingsAlertDeliveryQuery,
  useSettingsSaveAlertDeliveryMutation,
  useSettingsAlertWebhookQuery,
  useSettingsSetAlertWebhookMutation,
  useSettingsRemoveAlertWebhookMutation,
  useSettingsTestAlertWebhookMutation,
  useSettingsResendVerificationMutation,
} = alertsApi;

/** Changes one switch of the list in memory. */
export const showAlert = (event: AlertEvent, channel: AlertChannel, on: boolean) =>
  alertsApi.util.updateQueryData('settingsAlerts', undefined, ({ alerts }) => {
    const alert = alerts.find((each) => each.event === event);
    if (alert) alert.channels[channel] = on;
  });
