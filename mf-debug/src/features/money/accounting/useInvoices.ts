import type { XeroPayment } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../console/downloadFile';
import { useDebugCreateInvoiceMutation } from './accounting.api';
import { shortId } from './xeroRules';

export interface InvoiceTask {
  act: 'create' | 'pdf';
  id: string;
}

/** Makes an invoice at Xero, or fetches one as PDF; what is under way stands in `busy`. */
export function useInvoices() {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [create] = useDebugCreateInvoiceMutation();
  const [busy, setBusy] = useState<InvoiceTask | null>(null);
  const [failure, setFailure] = useState<(InvoiceTask & { error: unknown }) | null>(null);

  const act = useCallback(
    async (task: InvoiceTask, payment: XeroPayment) => {
      setBusy(task);
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
      } finally {
        setBusy(null);
      }
    },
    [create, run, t],
  );
  return { act, busy, failure };
}
