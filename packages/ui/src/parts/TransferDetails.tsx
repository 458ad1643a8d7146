import type { PaymentNext } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { moneyInputText } from '../forms/parseMoney';
import { CopyValue } from './CopyValue';

interface TransferDetailsProps {
  transfer: Extract<PaymentNext, { kind: 'transfer' }>;
  currency: string;
}

const DIGITS = 2;

/** AT61 1904 3002 3457 3201: as account numbers are written. */
function inGroups(iban: string): string {
  return iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}

/** Where a bank transfer goes, each fact with a button that copies it as a bank's form takes it. */
export function TransferDetails({ transfer, currency }: TransferDetailsProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { account, reference, amount_micros: micros } = transfer;
  return (
    <div className="ez-transfer">
      <dl>
        <CopyValue label={t('transfer.amount')} value={moneyInputText(micros, format.locale, DIGITS)}>
          <b>{format.money(micros, { currency })}</b>
        </CopyValue>
        <CopyValue label={t('transfer.reference')} value={reference}>
          <b className="ez-mono">{reference}</b>
        </CopyValue>
        <CopyValue label={t('transfer.holder')} value={account.holder} />
        <CopyValue label={t('transfer.iban')} value={account.iban.replace(/\s/g, '')}>
          <span className="ez-mono">{inGroups(account.iban)}</span>
        </CopyValue>
        {account.bic ? (
          <CopyValue label={t('transfer.bic')} value={account.bic}>
            <span className="ez-mono">{account.bic}</span>
          </CopyValue>
        ) : null}
        <CopyValue label={t('transfer.bank')} value={account.bank} />
      </dl>
      <p>{t('transfer.note')}</p>
    </div>
  );
}
