import type { XeroStatus } from '@ezdash/contracts';
import { CopyValue, Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { STANDING_LOOK, standingOf } from '../../money/accounting/xeroRules';
import { useDebugRecentPaymentsQuery, useDebugXeroStatusQuery } from '../debugTool.api';
import { Block, Facts } from '../Facts';
import { FailureNote } from '../FailureNote';
import { TabSkeleton } from '../TabSkeleton';
import { useRefresh } from '../useRefresh';
import { ConnectionActions } from './ConnectionActions';
import { PaymentList } from './PaymentList';
import { useXero } from './useXero';
import styles from './xero.module.css';

const FRESH = { refetchOnMountOrArgChange: true } as const;

function Config({ config }: Pick<XeroStatus, 'config'>) {
  const { t } = useTranslation('debug');
  const none = <span className="ez-dim">–</span>;
  const code = (value: string) =>
    value ? (
      <span className="ez-mono" dir="ltr">
        {value}
      </span>
    ) : (
      none
    );
  return (
    <Facts
      rows={[
        [t('money.xero.clientId'), code(config.client_id)],
        [t('money.xero.clientSecret'), code(config.client_secret)],
        [t('xeroTab.autoCreate'), t(config.auto_create ? 'userTab.yes' : 'userTab.no')],
        [t('money.xero.redirectUri'), code(config.redirect_uri)],
      ]}
    />
  );
}

/** Short addresses of two ways to sign in, for who looks for a mistake in one. */
function DebugUrls({ actions }: Pick<XeroStatus, 'actions'>) {
  return (
    <dl className={styles.urls}>
      {(['auth_url', 'package_auth_url'] as const).map((name) => (
        <CopyValue key={name} label={name} value={actions[name]}>
          <span className="ez-mono">{actions[name]}</span>
        </CopyValue>
      ))}
    </dl>
  );
}

/** How the connection to Xero stands, with its payments and invoices. */
export function XeroTab() {
  const { t } = useTranslation('debug');
  const status = useDebugXeroStatusQuery(undefined, FRESH);
  const payments = useDebugRecentPaymentsQuery(undefined, FRESH);
  useRefresh(() => {
    for (const { refetch } of [status, payments]) void refetch();
  });
  const xero = useXero();
  // An empty answer counts as {}: then nothing is known of the connection.
  const data = status.data?.status ? status.data : null;
  const standing = data ? standingOf(data.status) : null;
  const rows = payments.data?.payments ?? data?.recent_payments;
  return (
    <>
      <Block
        title={t('xeroTab.connection')}
        aside={
          standing ? (
            <Status state={STANDING_LOOK[standing]} label={t(`money.xero.standing.${standing}`)} />
          ) : null
        }
      >
        <FailureNote failure="xeroStatus" error={status.error} />
        {status.isLoading ? <TabSkeleton rows={3} /> : null}
        {data && standing ? (
          <ConnectionActions standing={standing} token={data.token} tenant={data.tenant} xero={xero} />
        ) : null}
      </Block>
      {data ? (
        <Block title={t('xeroTab.config')}>
          <Config config={data.config} />
        </Block>
      ) : null}
      {xero.busy ? (
        <span id={xero.waitingId} className="ez-sr">
          {t('xeroTab.waiting')}
        </span>
      ) : null}
      <PaymentList payments={rows} isLoading={payments.isLoading} error={payments.error} xero={xero} />
      {data ? (
        <Block title={t('xeroTab.urls')}>
          <DebugUrls actions={data.actions} />
        </Block>
      ) : null}
    </>
  );
}
