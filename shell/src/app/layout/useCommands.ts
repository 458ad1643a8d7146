import type { Campaign, PageAccess, User } from '@ezdash/contracts';
import type { Command, CommandGroup } from '@ezdash/ui';
import { useDebouncedValue } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { manifests } from '../../remotes';
import { type AppPage, appPages } from '../router/pages';
import { today, useShellCampaignsQuery } from './shell.api';
import { useLanguages } from './useLanguages';
import { useThemeChoice } from './useThemeChoice';

const CREATE = {
  '/advertiser/campaigns/new': 'palette.createCampaign',
  '/publisher/properties/new': 'palette.createProperty',
} as const;
/** From the last key to the question. */
const TYPING_MS = 200;
const MOST_TYPED = 120;
const isCreatePage = (path: string): path is keyof typeof CREATE => path in CREATE;

function opensFor(access: PageAccess, user: User): boolean {
  if (typeof access === 'string') return access === 'signed-in' || access === 'public';
  return access.roles.includes(user.role);
}

/** Pages a person can jump to: built, open to them, and complete without a parameter. */
export function reachablePages(pages: readonly AppPage[], user: User): AppPage[] {
  return pages.filter(
    ({ path, built, access }) =>
      built && !path.includes(':') && !path.includes('*') && opensFor(access, user),
  );
}

/** Campaigns by name, asked for while the palette is open. */
function useCampaignCommands(
  user: User,
  opened: boolean,
  typed: string,
  go: (path: string) => void,
): Command[] {
  const { t, i18n } = useTranslation('shell');
  const [q] = useDebouncedValue(typed.trim().slice(0, MOST_TYPED), TYPING_MS);
  const wanted = opened && user.role === 'advertiser';
  // Those of the letters before stay until the next ones are there: they are filtered meanwhile.
  const { data } = useShellCampaignsQuery({ ...today(), q }, { skip: !wanted });
  const hint = ({ state }: Campaign) =>
    i18n.exists(`ui:state.${state}`) ? t(`ui:state.${state}`) : undefined;
  return (data?.campaigns ?? []).map((campaign) => ({
    id: `campaign-${campaign.id}`,
    label: campaign.name,
    keywords: campaign.id,
    hint: hint(campaign),
    onRun: () => go(`/advertiser/campaigns/${campaign.id}`),
  }));
}

/** All that the command palette can do for this person, and whom it tells what is typed. */
export function useCommands(
  user: User,
  opened: boolean,
  onSignOut: () => void,
): { groups: CommandGroup[]; onQuery: (typed: string) => void } {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path);
  const languages = useLanguages();
  const themes = useThemeChoice();
  const [typed, onQuery] = useState('');
  // It opens empty.
  if (!opened && typed !== '') onQuery('');
  const campaigns = useCampaignCommands(user, opened, typed, go);
  const pages = reachablePages(appPages(manifests()), user);
  const pageCommands = pages
    .filter((page) => !isCreatePage(page.path))
    .map(
      ({ path, titleKey }): Command => ({
        id: `page${path}`,
        label: path === '/' ? t('palette.startPage') : t(titleKey),
        onRun: () => go(path),
      }),
    );
  const actions: Command[] = [
    ...pages.flatMap(({ path }) =>
      // Only an active account makes anything new.
      isCreatePage(path) && user.status === 'active'
        ? [{ id: `do${path}`, label: t(CREATE[path]), onRun: () => go(path) }]
        : [],
    ),
    ...themes.themes.map((theme) => ({
      id: `theme-${theme}`,
      label: t('palette.theme', { theme: t(`theme.${theme}`) }),
      onRun: () => themes.choose(theme),
    })),
    ...languages.languages.map(({ code, name }) => ({
      id: `language-${code}`,
      label: t('palette.language', { language: name }),
      onRun: () => languages.choose(code),
    })),
    { id: 'sign-out', label: t('palette.signOut'), onRun: onSignOut },
  ];
  const groups = [
    { id: 'pages', label: t('palette.pages'), commands: pageCommands },
    { id: 'campaigns', label: t('palette.campaigns'), commands: campaigns },
    { id: 'actions', label: t('palette.actions'), commands: actions },
  ];
  return { groups, onQuery };
}
