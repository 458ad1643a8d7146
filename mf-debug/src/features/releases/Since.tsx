import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** Since when: how long ago, and when that was. */
export function Since({ at }: { at: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <time dateTime={at}>{t('releases.since', { ago: format.relative(at), at: format.dateTime(at) })}</time>
  );
}
