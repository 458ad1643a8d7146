import type { Locale } from '@ezdash/contracts';
import { LOCALES, THEMES } from '@ezdash/contracts/constants';
import { useConfig, useSetLocaleMutation } from '@ezdash/store';
import { AppLink, Button, ChoiceMenu, IconPalette, IconWorld, useAppearance } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import classes from './auth.module.css';

const PSEUDO_LOCALE: Locale = 'en-XA';

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** Help; language and theme for whoever has no account yet to keep them in: this browser does. */
export function Preferences() {
  const { t, i18n } = useTranslation('auth');
  const { locales } = useConfig();
  const { appearance, setAppearance } = useAppearance();
  const [tellServer] = useSetLocaleMutation();
  const [search] = useSearchParams();
  // The pseudo-locale is for who looks for untranslated texts: not a language to choose by the way.
  const testing = i18n.language === PSEUDO_LOCALE || search.get('debug') === 'true';
  const languages = LOCALES.flatMap((code) =>
    code === PSEUDO_LOCALE && !testing ? [] : (locales.find((one) => one.code === code) ?? []),
  );
  const speak = async (locale: Locale) => {
    await i18n.changeLanguage(locale);
    await tellServer(locale);
  };
  return (
    <div className={classes.preferences}>
      <Button variant="subtle" component={AppLink} href="/help">
        {t('preferences.help')}
      </Button>
      {languages.length > 1 ? (
        <ChoiceMenu
          name={t('preferences.language')}
          icon={<IconWorld {...ICON} />}
          items={languages.map(({ code, name }) => ({ value: code as Locale, label: name, lang: code }))}
          chosen={i18n.language}
          onChoose={(locale) => void speak(locale)}
        />
      ) : null}
      <ChoiceMenu
        name={t('preferences.theme')}
        icon={<IconPalette {...ICON} />}
        items={THEMES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
        chosen={appearance}
        onChoose={setAppearance}
      />
    </div>
  );
}
