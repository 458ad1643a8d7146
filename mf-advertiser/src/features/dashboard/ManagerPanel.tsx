import type { AccountManager } from '@ezdash/contracts';
import { AppLink, createFormat, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

const NEW_CONVERSATION = '/help?new=1';
const MOST_INITIALS = 2;

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > MOST_INITIALS ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}

function Person({ manager, now }: { manager: AccountManager; now: string }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { name, language, timezone } = manager;
  const spoken = language && new Intl.DisplayNames([format.locale], { type: 'language' }).of(language);
  const time = createFormat({ locale: format.locale, timezone }).time(now);
  return (
    <div className={classes.manager}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        {spoken ? <small>{t('accountManager.speaks', { language: spoken })}</small> : null}
        <small>{t('accountManager.there', { time, zone: timezone })}</small>
      </p>
    </div>
  );
}

/** Who looks after the account, and the way to write to them; conversations of the account are theirs. */
export function ManagerPanel({ manager, now }: { manager: AccountManager | null; now: string }) {
  const { t } = useTranslation('advertiser');
  return (
    <Panel title={t('accountManager.title')}>
      {manager ? (
        <Person manager={manager} now={now} />
      ) : (
        <p className={classes.quiet}>{t('accountManager.none')}</p>
      )}
      <AppLink className="ez-link" href={NEW_CONVERSATION}>
        {manager ? t('accountManager.write', { name: manager.name }) : t('accountManager.writeSupport')}
      </AppLink>
    </Panel>
  );
}
