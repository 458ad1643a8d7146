import type { AlertSetting } from '@ezdash/contracts';
import { ALERT_CHANNELS } from '@ezdash/contracts/constants';
import { Panel } from '@ezdash/ui';
import { Switch } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { alertGroups } from './alertGroups';
import classes from './alerts.module.css';
import { useAlertSwitch } from './useAlertSwitch';

/** Written out, since a table that is drawn as cards loses the roles of its elements. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

interface AlertTableProps {
  alerts: readonly AlertSetting[];
  /** There is an address to call: without one the switches of webhooks do nothing. */
  hasWebhook: boolean;
}

/** Event × channel. One DOM for both shapes: a table, and cards on a phone. */
export function AlertTable({ alerts, hasWebhook }: AlertTableProps) {
  const { t } = useTranslation('settings');
  const { turn, failureOf } = useAlertSwitch();
  const hintId = useId();
  return (
    <Panel title={t('alerts.title')} hint={t('alerts.hint')} flush>
      {hasWebhook ? null : (
        <p id={hintId} className={classes.first}>
          {t('alerts.webhook.first')}
        </p>
      )}
      <table {...roles.table} className={classes.table} aria-label={t('alerts.title')}>
        <thead>
          <tr>
            <th scope="col">{t('alerts.when')}</th>
            {ALERT_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className={classes.channel}>
                {t(`alerts.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {alertGroups(alerts).map(({ subject, alerts: members }) => (
          <tbody key={subject} {...roles.group}>
            <tr {...roles.row} className={classes.subject}>
              <th {...roles.header} scope="rowgroup" colSpan={1 + ALERT_CHANNELS.length}>
                {t(`alerts.subject.${subject}`)}
              </th>
            </tr>
            {members.map((alert) => (
              <AlertRow
                key={alert.event}
                alert={alert}
                turn={turn}
                failureOf={failureOf}
                noWebhook={hasWebhook ? null : hintId}
              />
            ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

type AlertRowProps = {
  alert: AlertSetting;
  /** Id of what says why webhooks cannot be turned on; null when they can. */
  noWebhook: string | null;
} & ReturnType<typeof useAlertSwitch>;

function AlertRow({ alert, turn, failureOf, noWebhook }: AlertRowProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const { event, channels } = alert;
  const name = t(`alerts.event.${event}`);
  return (
    <tr {...roles.row}>
      <th {...roles.header} scope="row">
        <b>{name}</b>
        <small id={id}>{t(`alerts.sent.${event}`)}</small>
        {ALERT_CHANNELS.map((channel) => {
          const failure = failureOf(event, channel);
          return failure ? (
            <small key={channel} role="alert" className={classes.failure}>
              {t('alerts.failed', { channel: t(`alerts.channel.${channel}`) })} {failure}
            </small>
          ) : null;
        })}
      </th>
      {ALERT_CHANNELS.map((channel) => {
        const blocked = channel === 'webhook' && noWebhook !== null;
        return (
          <td key={channel} {...roles.cell} className={classes.channel}>
            <span aria-hidden="true">{t(`alerts.channel.${channel}`)}</span>
            <Switch
              aria-label={t('alerts.switch', { event: name, channel: t(`alerts.channel.${channel}`) })}
              aria-describedby={blocked ? `${id} ${noWebhook}` : id}
              disabled={blocked}
              checked={!blocked && channels[channel]}
              onChange={({ currentTarget }) => turn(alert, channel, currentTarget.checked)}
            />
          </td>
        );
      })}
    </tr>
  );
}
