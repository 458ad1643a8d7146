import type { PromoCodeList } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useDebugToolPromoCodesQuery } from '../debugTool.api';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { TabSkeleton } from '../TabSkeleton';
import { useRefresh } from '../useRefresh';
import { PromoCard } from './PromoCard';
import styles from './promo.module.css';

function Overview({ list }: { list: PromoCodeList }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const figures = [
    ['total', list.total],
    ['active', list.active_count],
    ['expired', list.expired_count],
    ['exhausted', list.exhausted_count],
  ] as const;
  return (
    <dl className={styles.overview}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{t(`promoTab.${name}`)}</dt>
          <dd>{format.count(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many promo codes there are, and each with all that is known of it. */
export function PromoTab() {
  const { t } = useTranslation('debug');
  const { data, error, isLoading, refetch } = useDebugToolPromoCodesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useRefresh(() => void refetch());
  // An empty answer counts as {}: then nothing is known of the codes.
  const list = data?.data ? data : null;
  return (
    <>
      <Block title={t('promoTab.overview')}>
        <FailureNote failure="promoCodes" error={error} />
        {isLoading ? <TabSkeleton rows={2} /> : null}
        {list ? <Overview list={list} /> : null}
      </Block>
      {isLoading ? (
        <Block title={t('promoTab.codes')}>
          <TabSkeleton rows={6} />
        </Block>
      ) : null}
      {list ? (
        <Block title={t('promoTab.codes')}>
          {list.data.length === 0 ? <p className={parts.hint}>{t('promoTab.none')}</p> : null}
          <ul className={styles.codes}>
            {list.data.map((promo) => (
              <PromoCard key={promo.id} promo={promo} />
            ))}
          </ul>
        </Block>
      ) : null}
    </>
  );
}
