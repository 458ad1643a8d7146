import type { OperatorConversation } from '@ezdash/contracts';
import { AppLink, Panel, Status, useFormat } from '@ezdash/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { standingOf } from '../console/standings';
import { useDuration, useNow } from '../review/useDuration';
import styles from './support.module.css';

/** Who asks, and how long they have waited. */
export function CustomerFacts({ conversation }: { conversation: OperatorConversation }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();
  const nowMs = useNow();
  const { customer, waiting_since: since, agent } = conversation;
  const standing = standingOf(customer.status);
  const rows: [key: string, value: ReactNode][] = [
    [
      'name',
      <AppLink
        key="name"
        className="ez-link"
        href={`/admin/users?search=${encodeURIComponent(customer.email)}`}
      >
        <bdi>{customer.name}</bdi>
      </AppLink>,
    ],
    [
      'email',
      <a key="email" href={`mailto:${customer.email}`} dir="ltr">
        {customer.email}
      </a>,
    ],
    ['role', t(`support.role.${customer.role}`, { defaultValue: customer.role })],
    ['accountType', customer.account_type],
    ['status', standing ? <Status key="status" state={standing} plain /> : customer.status],
    [
      'account',
      <span key="account" className="ez-mono">
        {customer.id}
      </span>,
    ],
    [
      'waits',
      since
        ? t('support.waitsSince', {
            duration: duration(Math.max(0, nowMs - Date.parse(since))),
            time: format.dateTime(since),
          })
        : t('support.waitsNot'),
    ],
    ['agent', agent === null ? t('support.nobody') : <bdi key="agent">{agent}</bdi>],
  ];
  return (
    <Panel title={t('support.customer')}>
      <dl className={styles.facts}>
        {rows.map(([key, value]) => (
          <Fragment key={key}>
            <dt>{t(`support.fact.${key}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
