import type { User } from '@ezdash/contracts';
import { AccountCard, AppLink, ChoiceItems, IconLogout, IconPalette, IconUserCircle, Menu } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { manifests } from '../../remotes';
import { useLanguages } from './useLanguages';
import { useThemeChoice } from './useThemeChoice';

/** "Ines Vidal", or the name chosen for the account. */
export function personName({ profile, username }: User): string {
  return [profile.first_name, profile.last_name].filter(Boolean).join(' ') || username;
}

/** Who is signed in, and what belongs to the account rather than to the work. */
export function AccountMenu({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { t } = useTranslation('shell');
  const { languages, current, choose } = useLanguages();
  const { themes, theme, choose: chooseTheme } = useThemeChoice();
  const built = new Set(
    manifests().flatMap(({ pages }) => pages.filter((page) => page.built).map((page) => page.path)),
  );
  const person = personName(user);
  // The tiers are the customers'.
  const standing = user.role === 'admin' ? t('account.admin') : user.account_type.name;
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
  const pages = [
    { href: '/settings/profile', label: t('account.profile'), icon: <IconUserCircle {...icon} /> },
    { href: '/settings/appearance', label: t('account.appearance'), icon: <IconPalette {...icon} /> },
  ].filter((page) => built.has(page.href));
  return (
    <AccountCard
      name={user.profile.company_name ?? person}
      detail={`${person} · ${standing}`}
      initialsOf={person}
    >
      {pages.map((page) => (
        <Menu.Item key={page.href} component={AppLink} href={page.href} leftSection={page.icon}>
          {page.label}
        </Menu.Item>
      ))}
      {pages.length > 0 ? <Menu.Divider /> : null}
      <Menu.Label>{t('account.theme')}</Menu.Label>
      <ChoiceItems
        items={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
      {languages.length > 1 ? (
        <>
          <Menu.Label>{t('account.language')}</Menu.Label>
          <ChoiceItems
            items={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
            chosen={current}
            onChoose={choose}
          />
        </>
      ) : null}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
        {t('account.signOut')}
      </Menu.Item>
    </AccountCard>
  );
}
