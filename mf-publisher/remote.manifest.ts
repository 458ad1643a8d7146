import { defineRemote } from '@ezdash/remote-kit';

const access = { roles: ['publisher' as const] };
const roles = ['publisher' as const];

const page = (id: string, path: string, built: boolean) => ({
  id,
  path: `/publisher/${path}`,
  titleKey: `publisher:page.${id}`,
  access,
  built,
});

/** What the shell needs to route and to link to the publisher's pages, without any of their code. */
export default defineRemote({
  name: 'mf-publisher',
  namespace: 'publisher',
  team: 'publishers',
  contractVersion: 2,
  pages: [
    page('dashboard', 'dashboard', true),
    page('properties', 'properties', true),
    page('propertyNew', 'properties/new', true),
    page('property', 'properties/:id', true),
    page('ads', 'ads', true),
    page('earnings', 'earnings', true),
    page('reports', 'reports', true),
    page('news', 'news', true),
    { ...page('newsArticle', 'news/:id', true), titleKey: 'publisher:page.news' },
    page('partners', 'partners', true),
    page('referrals', 'referrals', true),
  ],
  navigation: [
    {
      page: 'dashboard',
      icon: 'dashboard',
      group: 1,
      labelKey: 'publisher:page.dashboard',
      roles: [...roles],
    },
    {
      page: 'properties',
      icon: 'properties',
      group: 1,
      labelKey: 'publisher:page.properties',
      roles: [...roles],
    },
    { page: 'ads', icon: 'review', group: 1, labelKey: 'publisher:page.ads', roles: [...roles] },
    {
      page: 'reports',
      icon: 'metrics',
      group: 1,
      labelKey: 'publisher:page.reports',
      roles: [...roles],
    },
    {
      page: 'earnings',
      icon: 'earnings',
      group: 2,
      labelKey: 'publisher:page.earnings',
      roles: [...roles],
    },
    {
      page: 'partners',
      icon: 'partners',
      group: 2,
      labelKey: 'publisher:page.partners',
      roles: [...roles],
    },
    {
      page: 'referrals',
      icon: 'referrals',
      group: 2,
      labelKey: 'publisher:page.referrals',
      roles: [...roles],
    },
    { page: 'news', icon: 'news', group: 2, labelKey: 'publisher:page.news', roles: [...roles] },
  ],
});
