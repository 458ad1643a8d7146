import { useSession } from '@ezdash/store';
import { AppLink, Button, ChoiceMenu, IconPalette, IconWorld, SiteFrame } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HOMES, LOGIN_PATH } from '../router/guard';
import { useLanguages } from './useLanguages';
import { useThemeChoice } from './useThemeChoice';

type Place = 'advertise' | 'publish' | 'formats' | 'money';

function Actions() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  if (user) {
    return (
      <Button component={AppLink} href={HOMES[user.role]}>
        {t(user.role === 'admin' ? 'site.reviews' : 'site.dashboard')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="subtle" component={AppLink} href={LOGIN_PATH}>
        {t('site.signIn')}
      </Button>
      <Button component={AppLink} href="/auth/register">
        {t('site.join')}
      </Button>
    </>
  );
}

/** Help, language and theme; further links come with the pages they would lead to. */
function Foot() {
  const { t } = useTranslation('shell');
  const { languages, current, choose } = useLanguages();
  const { themes, theme, choose: chooseTheme } = useThemeChoice();
  return (
    <>
      <Button variant="subtle" component={AppLink} href="/help">
        {t('site.help')}
      </Button>
      {languages.length > 1 ? (
        <ChoiceMenu
          name={t('site.language')}
          icon={<IconWorld size={16} stroke={1.7} aria-hidden />}
          items={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
          chosen={current}
          onChoose={choose}
        />
      ) : null}
      <ChoiceMenu
        name={t('site.theme')}
        icon={<IconPalette size={16} stroke={1.7} aria-hidden />}
        items={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </>
  );
}

/** Frame of what everybody may see: the network's own page, and the shell's answers to guests. */
export function PublicLayout({ links = [], children }: { links?: readonly Place[]; children: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <SiteFrame
      links={links.map((place) => ({ href: `#${place}`, label: t(`site.${place}`) }))}
      actions={<Actions />}
      foot={<Foot />}
    >
      {children}
    </SiteFrame>
  );
}
