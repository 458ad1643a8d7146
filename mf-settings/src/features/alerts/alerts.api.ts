import type {
  AcceptedAnswer,
  AlertChannel,
  AlertEvent,
  AlertSettings,
  AlertSettingsUpdate,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

export const alertsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settingsAlerts: build.query<AlertSettings, void>({
      query: () => '/api/settings/alerts',
      providesTags: ['Alert'],
    }),
    /** The page shows what was chosen before the answer is there: the list is not asked for again. */
    settingsSaveAlerts: build.mutation<AlertSettings, AlertSettingsUpdate>({
      query: (body) => ({ url: '/api/settings/alerts', method: 'PUT', body }),
    }),
    settingsResendVerification: build.mutation<AcceptedAnswer, void>({
      query: () => ({ url: '/api/auth/verify-email/resend', method: 'POST' }),
    }),
  }),
});

export const {
  useSettingsAlertsQuery,
  useSettingsSaveAlertsMutation,
  useSettingsResendVerificationMutation,
} = alertsApi;

/** Changes one switch of the list in memory. */
export const showAlert = (event: AlertEvent, channel: AlertChannel, on: boolean) =>
  alertsApi.util.updateQueryData('settingsAlerts', undefined, ({ alerts }) => {
    const alert = alerts.find((each) => each.event === event);
    if (alert) alert.channels[channel] = on;
  });
