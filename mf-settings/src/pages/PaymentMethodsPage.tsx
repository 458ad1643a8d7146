import type { PaymentMethodList } from '@ezdash/contracts';
import { EmptyState, Notice, Panel, TableSkeleton } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../components/FailureNotice';
import { PanelFailed } from '../components/PanelFailed';
import { AddMethod, useAddMethod } from '../features/payment/AddMethod';
import { MethodTable } from '../features/payment/MethodTable';
import { SANDBOX } from '../features/payment/methodName';
import { useSettingsPaymentMethodsQuery } from '../features/payment/payment.api';
import { SetupNotice } from '../features/payment/SetupNotice';
import { useMethodActions } from '../features/payment/useMethodActions';
import { useSetupReturn } from '../features/payment/useSetupReturn';

/** Cards to pay with, bank accounts to be paid on; kept at the gateway. Drawn by `App` in its frame. */
export function PaymentMethodsPage() {
  const { t } = useTranslation('settings');
  const outcome = useSetupReturn();
  const { data, error, isFetching, refetch } = useSettingsPaymentMethodsQuery();
  return (
    <>
      <SetupNotice outcome={outcome} />
      {data ? (
        <Methods list={data} />
      ) : error ? (
        <PanelFailed
          title={t('payment.loadFailed')}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {t('payment.stillHeld')}
        </PanelFailed>
      ) : (
        <Panel title={t('payment.title')} flush>
          <TableSkeleton rows={2} columns={3} />
        </Panel>
      )}
    </>
  );
}

function Methods({ list }: { list: PaymentMethodList }) {
  const { t } = useTranslation('settings');
  const { kind, methods, gateways } = list;
  const adding = useAddMethod();
  const { failure, makeDefault, remove } = useMethodActions(methods);
  const add = gateways.length > 0 ? <AddMethod list={list} adding={adding} /> : null;
  const sandbox = gateways.some(({ id }) => id === SANDBOX);
  return (
    <>
      {adding.failure ? (
        <FailureNotice failure={adding.failure} title={t(`payment.addFailed.${kind}`)} />
      ) : null}
      {failure ? <FailureNotice failure={failure.error} title={failure.title} /> : null}
      {gateways.length === 0 ? (
        <Notice tone="info" title={t('payment.noGateway')}>
          {t('payment.noGatewayHint')}
        </Notice>
      ) : null}
      <Panel title={t('payment.title')} aside={methods.length > 0 ? add : null} flush>
        <MethodTable
          methods={methods}
          onDefault={makeDefault}
          onRemove={remove}
          empty={
            <EmptyState title={t(`payment.none.${kind}`)} action={add}>
              {t(`payment.noneHint.${kind}`)}
            </EmptyState>
          }
        />
      </Panel>
      <p className="ez-small">
        {t(`payment.kept.${kind}`)} {sandbox ? t('payment.sandbox') : null}
      </p>
    </>
  );
}
