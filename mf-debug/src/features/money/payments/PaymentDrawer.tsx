import type { OperatorPaymentDetail } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, CopyValue, Drawer, ErrorState, Status, TableSkeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { DocumentLinks } from '../DocumentLinks';
import { Facts } from '../Facts';
import styles from '../money.module.css';
import { QueryFailed } from '../QueryFailed';
import { PaymentCourse } from './PaymentCourse';
import { PAYMENT_LOOK, signedAmount } from './paymentStates';
import { useDebugPaymentQuery } from './payments.api';
import { RefundForm } from './RefundForm';

const NOT_FOUND = 404;

function PaymentFacts({ payment }: { payment: OperatorPaymentDetail }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { currency, account, failure, note } = payment;
  const money = (micros: number) => <span className="ez-num">{format.money(micros, { currency })}</span>;
  const some = (name: string, micros: number) =>
    micros === 0 ? null : ([t(`money.payments.${name}`), money(micros)] as const);
  return (
    <Facts
      rows={[
        [
          t('money.payments.state'),
          <Status
            key="state"
            state={PAYMENT_LOOK[payment.state]}
            label={t(`money.payments.stateOf.${payment.state}`)}
            plain
            reason={failure ? t(`money.payments.failure.${failure}`) : null}
          />,
        ],
        note ? [t('money.payments.note'), <bdi key="note">{note}</bdi>] : null,
        [
          t('money.payments.account'),
          <span key="account">
            <bdi>{accountName(account)}</bdi>
            <br />
            <a href={`mailto:${account.email}`} dir="ltr">
              {account.email}
            </a>
          </span>,
        ],
        [t('money.payments.amount'), money(signedAmount(payment))],
        some('fee', payment.fee_micros),
        payment.fee_micros === 0 ? null : [t('money.payments.charged'), money(payment.charged_micros)],
        some('bonus', payment.bonus_micros),
        payment.promo_code ? [t('money.payments.promo'), <bdi key="promo">{payment.promo_code}</bdi>] : null,
        some('refunded', payment.refunded_micros),
        some('refunding', payment.refunding_micros),
        some('chargedBack', payment.charged_back_micros),
        [
          t('money.payments.gateway'),
          <span key="gateway">
            {payment.gateway.name}
            {payment.method ? (
              <>
                {' · '}
                <bdi>{payment.method}</bdi>
              </>
            ) : null}
          </span>,
        ],
        [t('money.payments.origin'), t(`money.payments.originOf.${payment.origin}`)],
        [t('money.payments.begun'), format.dateTime(payment.created_at, { seconds: true })],
        payment.ended_at
          ? [t('money.payments.ended'), format.dateTime(payment.ended_at, { seconds: true })]
          : null,
        payment.documents.length > 0
          ? [t('money.payments.documents'), <DocumentLinks key="documents" documents={payment.documents} />]
          : null,
      ]}
    />
  );
}

function PaymentIds({ payment }: { payment: OperatorPaymentDetail }) {
  const { t } = useTranslation('debug');
  const ids: [name: string, value: string | null][] = [
    ['id', payment.id],
    ['accountId', payment.account.id],
    ['reference', payment.reference],
    ['externalId', payment.external_id],
  ];
  return (
    <section className="ez-transfer" aria-label={t('money.payments.ids')}>
      <h3>{t('money.payments.ids')}</h3>
      <dl>
        {ids.map(([name, value]) =>
          value ? (
            <CopyValue key={name} label={t(`money.payments.idOf.${name}`)} value={value}>
              <span className="ez-mono">{value}</span>
            </CopyValue>
          ) : null,
        )}
      </dl>
    </section>
  );
}

function Detail({ id }: { id: string }) {
  const { t } = useTranslation('debug');
  const { currentData, error, isFetching, refetch } = useDebugPaymentQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  if (currentData)
    return (
      <div className={styles.detail}>
        <PaymentFacts payment={currentData} />
        {currentData.refundable_micros > 0 ? <RefundForm key={id} payment={currentData} /> : null}
        <PaymentCourse events={currentData.events} currency={currentData.currency} />
        <PaymentIds payment={currentData} />
      </div>
    );
  if (!error) return <TableSkeleton rows={8} columns={2} />;
  if (toApiError(error)?.status === NOT_FOUND)
    return (
      <ErrorState
        title={t('money.payments.missing')}
        action={<AppLink href="/admin/payments">{t('money.payments.toAll')}</AppLink>}
      />
    );
  return (
    <QueryFailed
      title={t('money.payments.oneFailed')}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function OpenDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { currentData } = useDebugPaymentQuery(id);
  const title = currentData
    ? t('money.payments.titleOf', {
        type: t(`money.payments.typeOf.${currentData.type}`),
        amount: format.money(currentData.amount_micros, { currency: currentData.currency }),
      })
    : t('money.payments.one');
  return (
    <Drawer opened onClose={onClose} title={title}>
      <Detail key={id} id={id} />
    </Drawer>
  );
}

/** One payment: whose it is, how it went, its documents and ids, and the way to give it back. */
export function PaymentDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return id === null ? null : <OpenDrawer id={id} onClose={onClose} />;
}
