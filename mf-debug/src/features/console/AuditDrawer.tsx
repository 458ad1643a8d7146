import type { OperatorAuditRow } from '@ezdash/contracts';
import { CodeBlock, CopyValue, Drawer, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import money from '../money/money.module.css';
import { callKey } from './calls';

/** One audited call: who, what, with which answer, and its link in the chain. */
export function AuditDrawer({ row, onClose }: { row: OperatorAuditRow; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const key = callKey(row.method, row.path);
  const address = `${row.method} ${row.path}`;
  return (
    <Drawer opened onClose={onClose} title={t('console.audit.one', { id: row.id })}>
      <div className={money.detail}>
        <Facts
          rows={[
            key ? [t('console.audit.what'), t(key)] : null,
            [
              t('console.audit.call'),
              <bdi key="call" className="ez-mono" dir="ltr">
                {address}
              </bdi>,
            ],
            [t('console.audit.who'), <bdi key="who">{row.admin ?? t('console.audit.nobody')}</bdi>],
            [t('console.audit.status'), row.status],
            [
              t('console.audit.at', { zone: format.timezone }),
              format.dateTime(row.happened_at, { seconds: true }),
            ],
            row.debug_session_id === null ? null : [t('console.audit.session'), row.debug_session_id],
          ]}
        />
        {Object.keys(row.detail).length > 0 ? (
          <CodeBlock
            code={JSON.stringify(row.detail, null, 2)}
            label={t('console.audit.detail')}
            language="JSON"
          />
        ) : null}
        <div className="ez-transfer">
          <dl>
            <CopyValue label={t('console.audit.hash')} value={row.hash}>
              <span className="ez-mono">{row.hash}</span>
            </CopyValue>
          </dl>
        </div>
      </div>
    </Drawer>
  );
}
