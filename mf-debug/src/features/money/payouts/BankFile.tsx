import { BusyButton, IconDownload } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../console/downloadFile';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { bankFileUrl } from './payouts.api';

interface BankFileProps {
  batchId: string;
  /** One of several: its name says which. */
  named?: boolean;
}

/** Saves a batch's file for the bank; why it could not be had stands under the button. */
export function BankFile({ batchId, named }: BankFileProps) {
  const { t } = useTranslation('debug');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await downloadFile(bankFileUrl(batchId), `payout-batch-${batchId.replace(/[^\w-]/g, '')}.csv`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={styles.account}>
      <BusyButton
        variant="default"
        busy={busy}
        leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
        onClick={() => void save()}
      >
        {t('money.payouts.bankFile')}
        {named ? <span className="ez-sr"> {batchId}</span> : null}
      </BusyButton>
      <MoneyFailure title={t('money.payouts.fileFailed')} failure={failure} />
    </span>
  );
}
