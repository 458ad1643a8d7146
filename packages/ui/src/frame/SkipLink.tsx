import { useTranslation } from 'react-i18next';

/** First stop of the Tab key: over the navigation to `#main`, which takes the focus. */
export function SkipLink() {
  const { t } = useTranslation('ui');
  return (
    <a className="ez-skip" href="#main">
      {t('frame.skip')}
    </a>
  );
}
