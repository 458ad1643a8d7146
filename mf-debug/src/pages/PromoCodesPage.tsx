import type { OperatorPromoCode } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { failureOf, toApiError, useWithProof } from '@ezdash/store';
import {
  Button,
  EmptyState,
  ErrorState,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  toast,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../features/news/useFailureText';
import { PromoDrawer } from '../features/promo/PromoDrawer';
import { PromoTable } from '../features/promo/PromoTable';
import { useDebugPromoCodesQuery, useDebugUpdatePromoCodeMutation } from '../features/promo/promo.api';
import { inputOf, valuesOf } from '../features/promo/promoValues';

/** Switches a code on and off, at once. */
function useSwitch(onFailure: (error: unknown) => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [update] = useDebugUpdatePromoCodeMutation();
  return useCallback(
    async (promo: OperatorPromoCode, isActive: boolean) => {
      onFailure(null);
      try {
        const input = { ...inputOf(valuesOf(promo)), is_active: isActive };
        await run(() => update({ id: promo.id, input }).unwrap());
        toast({ text: t(isActive ? 'promo.isOn' : 'promo.isOff', { code: promo.code }) });
      } catch (error) {
        onFailure(failureOf(error));
      }
    },
    [run, update, t, onFailure],
  );
}

/** What adds a bonus to deposits, or is one by itself. */
export function PromoCodesPage() {
  const { t } = useTranslation('debug');
  const title = t('page.promoCodes');
  usePageTitle(title);
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDebugPromoCodesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [opened, setOpened] = useState<OperatorPromoCode | 'new' | null>(null);
  const [switchFailure, setSwitchFailure] = useState<unknown>(null);
  const failureText = useFailureText()(switchFailure);
  const onSwitch = useSwitch(setSwitchFailure);
  const failure = toApiError(error);
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setOpened('new')}>
      {t('promo.new')}
    </Button>
  );
  const body = () => {
    if (failure)
      return (
        <ErrorState
          title={t('promo.failed')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={failure.requestId}
        >
          {sentence(failure.message) || t('news.noAnswer')}
        </ErrorState>
      );
    if (!data) return <TableSkeleton rows={5} columns={6} />;
    if (data.data.length > 0)
      return <PromoTable promos={data.data} onOpen={setOpened} onSwitch={(...of) => void onSwitch(...of)} />;
    return (
      <EmptyState art="slots" title={t('promo.empty.title')} action={create}>
        {t('promo.empty.text')}
      </EmptyState>
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        lead={
          data && data.total > 0 ? (
            <>
              <span>
                {t('promo.activeCount', {
                  count: data.active_count,
                  figure: format.count(data.active_count),
                })}
              </span>
              <span>
                {t('promo.expiredCount', {
                  count: data.expired_count,
                  figure: format.count(data.expired_count),
                })}
              </span>
              <span>
                {t('promo.exhaustedCount', {
                  count: data.exhausted_count,
                  figure: format.count(data.exhausted_count),
                })}
              </span>
            </>
          ) : null
        }
        actions={data && data.total > 0 ? create : null}
      />
      <NoDateRange />
      {failureText ? (
        <Notice tone="bad" title={t('promo.notSaved')}>
          {failureText}
        </Notice>
      ) : null}
      <Panel flush label={title}>
        {body()}
      </Panel>
      <PromoDrawer
        promo={opened}
        onClose={() => setOpened(null)}
        onSaved={({ code }, isNew) => {
          setOpened(null);
          toast({ text: t(isNew ? 'promo.created' : 'promo.saved', { code }) });
        }}
      />
    </>
  );
}
