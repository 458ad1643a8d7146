import { BusyButton } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherAdsInfiniteQuery } from '../adReview/adReview.api';
import { useAdWords } from '../adReview/adWords';
import type { Blocked, Blocking, Where } from '../adReview/useBlocking';
import type { PropertyRequest } from '../properties/properties.api';
import styles from './blocks.module.css';

interface SeenFormProps {
  request: PropertyRequest;
  where: Where;
  blocking: Blocking;
  /** Here, by itself. */
  isBlocked: (kind: string, value: string) => boolean;
}

/** What ran on the property in these days, by the value of its option. */
function useSeen({ id, from, to }: PropertyRequest, isBlocked: SeenFormProps['isBlocked']) {
  const { t } = useTranslation('publisher');
  const words = useAdWords();
  const query = usePublisherAdsInfiniteQuery({ property: id, from, to, sort: 'earnings' });
  const [first] = query.currentData?.pages ?? [];
  const seen = useMemo(() => {
    const advertisers = (first?.advertisers ?? []).map(({ id: value, name }): Blocked => {
      return { kind: 'advertiser', value, name: name ?? t('adReview.nameless', { id: value }) };
    });
    const ads = (first?.ads ?? []).map((ad): Blocked => {
      const name = t('blocks.adOf', { ad: words.title(ad), advertiser: words.advertiser(ad) });
      return { kind: 'creative', value: ad.id, name };
    });
    return { advertisers, ads };
  }, [first, t, words]);
  const open = (all: Blocked[]) => all.filter(({ kind, value }) => !isBlocked(kind, value));
  return {
    advertisers: open(seen.advertisers),
    ads: open(seen.ads),
    isLoading: query.isFetching && !first,
    isFailed: query.isError && !first,
  };
}

const optionOf = ({ kind, value, name }: Blocked) => ({ value: `${kind} ${value}`, label: name });

/** An advertiser or an ad out of those that ran here; here or on all properties. */
export function SeenForm({ request, where, blocking, isBlocked }: SeenFormProps) {
  const { t } = useTranslation('publisher');
  const { advertisers, ads, isLoading, isFailed } = useSeen(request, isBlocked);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const all = [...advertisers, ...ads];
  const isNothing = all.length === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const what = all.find((each) => optionOf(each).value === chosen);
    setMissing(!what);
    if (!what || busy) return;
    setBusy(true);
    if (await blocking.block(what, where)) setChosen(null);
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Select
        className={styles.domain}
        label={t('blocks.seen')}
        description={t('blocks.seenHint')}
        placeholder={t(isNothing && !isLoading ? 'blocks.seenNone' : 'blocks.seenPlaceholder')}
        data={[
          { group: t('blocks.advertisers'), items: advertisers.map(optionOf) },
          { group: t('blocks.ads'), items: ads.map(optionOf) },
        ]}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setMissing(false);
        }}
        error={isFailed ? t('blocks.seenFailed') : isMissing ? t('blocks.seenMissing') : undefined}
        disabled={isNothing}
        searchable
        clearable
      />
      <BusyButton type="submit" variant="default" busy={busy} disabled={isNothing}>
        {t('blocks.blockSeen')}
      </BusyButton>
    </form>
  );
}
