import { CLICK_MACROS, type ClickMacro } from '@ezdash/contracts/constants';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MacroList.module.css';

interface MacroListProps {
  /** Puts `{click_id}` where the address is being written. */
  onInsert: (macro: string) => void;
}

/** What an address may have filled in at each click, folded away until it is wanted. */
export function MacroList({ onInsert }: MacroListProps) {
  const { t } = useTranslation('advertiser');
  const id = useId();
  const row = (name: ClickMacro) => {
    const written = `{${name}}`;
    return (
      <li key={name} className={classes.macro}>
        <button type="button" aria-describedby={`${id}-${name}`} onClick={() => onInsert(written)}>
          <code dir="ltr">{written}</code>
        </button>
        <span id={`${id}-${name}`}>{t(`macro.${name}`)}</span>
      </li>
    );
  };
  return (
    <details className={classes.list}>
      <summary>{t('macro.title')}</summary>
      <p>{t('macro.insert')}</p>
      <ul>{CLICK_MACROS.map(row)}</ul>
      <p>{t('macro.escaping')}</p>
    </details>
  );
}
