import { BusyButton, CodeBlock, CopyValue, Drawer, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import styles from '../money.module.css';
import { readable } from './payload';
import type { DeadLetter } from './useReplay';

interface DeadLetterDrawerProps {
  letter: DeadLetter;
  busy: boolean;
  onReplay: () => void;
  onClose: () => void;
}

/** One job that failed for good: what it was to do, and why it could not. */
export function DeadLetterDrawer({ letter, busy, onReplay, onClose }: DeadLetterDrawerProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { queue, id, payload, reason, failed_at: at } = letter;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('money.dead.one', { queue })}
      actions={
        <BusyButton busy={busy} onClick={onReplay}>
          {t('money.dead.replay')}
        </BusyButton>
      }
    >
      <div className={styles.detail}>
        <Facts
          rows={[
            [t('money.dead.failedAt', { zone: format.timezone }), format.dateTime(at, { seconds: true })],
            [t('money.dead.reason'), <bdi key="reason">{reason}</bdi>],
          ]}
        />
        <div className="ez-transfer">
          <dl>
            <CopyValue label={t('money.dead.id')} value={id}>
              <span className="ez-mono">{id}</span>
            </CopyValue>
          </dl>
        </div>
        <CodeBlock code={readable(payload)} label={t('money.dead.payload')} language="JSON" />
      </div>
    </Drawer>
  );
}
