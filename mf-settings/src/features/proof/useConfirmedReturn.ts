import { toast } from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

const OUTCOME = 'social';

/** A visit to a linked account that confirmed who it is comes back with `?social=confirmed`: said once. */
export function useConfirmedReturn(): void {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearchParams();
  const confirmed = search.get(OUTCOME) === 'confirmed';
  useEffect(() => {
    if (!confirmed) return;
    setSearch(
      (before) => {
        before.delete(OUTCOME);
        return before;
      },
      { replace: true },
    );
    toast({ text: t('proof.back') });
  }, [confirmed, setSearch, t]);
}
