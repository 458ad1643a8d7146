import type { OperatorConversation } from '@ezdash/contracts';
import { Panel, type State, Status, useFormat } from '@ezdash/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDuration, useNow } from '../review/useDuration';
import styles from './support.module.css';

/** Standings of an account as the vocabulary of states has them. */
const STANDINGS: Readonly<Record<string, State>> = {
  active: 'active',
  pending: 'pending',
  suspended: 'suspended',
  'ADK rejected': 'adkRejected',
};

/** Who asks, and how long they have waited. */
export function CustomerFacts({ conversation }: { conversation: OperatorConversation }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();
  const nowMs = useNow();
  const { customer, waiting_since: since, agent } = conversation;
  const standing = STANDINGS[customer.status];
  const rows: [key: string, value: ReactNode][] = [
    ['name', <bdi key="name">{customer.name}</bdi>],
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
