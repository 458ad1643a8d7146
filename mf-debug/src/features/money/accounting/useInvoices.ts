import type { XeroPayment } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../console/downloadFile';
import { useDebugCreateInvoiceMutation } from './accounting.api';
import type { Turn } from './useTurn';
import { shortId } from './xeroRules';

export interface InvoiceTask {
  act: 'create' | 'pdf';
  id: string;
}

/** Of the turn of an invoice. */
export const turnOf = ({ act, id }: InvoiceTask) => `${act} ${id}`;

/** Makes an invoice at Xero, or fetches one as PDF. */
export function useInvoices({ take }: Turn) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [create] = useDebugCreateInvoiceMutation();
  const [failure, setFailure] = useState<(InvoiceTask & { error: unknown }) | null>(null);

  const act = useCallback(
    (task: InvoiceTask, payment: XeroPayment) =>
      take(turnOf(task), async () => {
        setFailure(null);
        try {
          if (task.act === 'pdf') {
            const name = `invoice-${payment.id.replace(/[^\w-]/g, '')}.pdf`;
            await downloadFile(`/api/operator/xero/invoices/${encodeURIComponent(payment.id)}/pdf`, name);
            return;
          }
          const { invoice_number: number, invoice_id: id } = await run(() => create(payment.id).unwrap());
          toast({ text: t('money.xero.created', { number: number ?? shortId(id) }) });
        } catch (error) {
          setFailure({ ...task, error });
        }
      }),
    [create, run, t, take],
  );
  return { act, failure };
}
