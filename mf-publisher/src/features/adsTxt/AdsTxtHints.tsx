import type { AdsTxtHint } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import classes from './adsTxt.module.css';

/** What else the file says that its owner should know. */
export function AdsTxtHints({ hints }: { hints: readonly AdsTxtHint[] }) {
  const { t } = useTranslation('publisher');
  if (hints.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>{t('adsTxt.hints')}</h3>
      <ul className={classes.hints}>
        {hints.map(({ code, line, value }) => (
          <li key={`${code} ${line} ${value}`}>
            {line === null ? null : <b>{t('adsTxt.atLine', { line })} </b>}
            {t(`adsTxt.hint.${code}`, { value, count: Number(value) || 1 })}
          </li>
        ))}
      </ul>
    </div>
  );
}
