import { defineRemote } from '@ezdash/remote-kit';

const access = { roles: ['advertiser' as const] };

/** What the shell needs to route and to link to the advertiser's pages, without any of their code. */
export default defineRemote({
  name: 'mf-advertiser',
  namespace: 'advertiser',
  team: 'advertisers',
  contractVersion: 2,
  pages: [
    {
      id: 'dashboard',
      path: '/advertiser/dashboard',
      titleKey: 'advertiser:page.dashboard',
      access,
      built: true,
    },
    {
      id: 'campaigns',
      path: '/advertiser/campaigns',
      titleKey: 'advertiser:page.campaigns',
      access,
      built: true,
    },
    {
      id: 'campaignNew',
      path: '/advertiser/campaigns/new',
      titleKey: 'advertiser:page.campaignNew',
      access,
      built: true,
    },
    {
      id: 'campaign',
      path: '/advertiser/campaigns/:id',
      titleKey: 'advertiser:page.campaign',
      access,
      built: true,
    },
    { id: 'rules', path: '/advertiser/rules', titleKey: 'advertiser:page.rules', access, built: true },
    { id: 'funds', path: '/advertiser/funds', titleKey: 'advertiser:page.funds', access, built: true },
    { id: 'metrics', path: '/advertiser/metrics', titleKey: 'advertiser:page.metrics', access, built: true },
    { id: 'news', path: '/advertiser/news', titleKey: 'advertiser:page.news', access, built: true },
    {
      id: 'newsArticle',
      path: '/advertiser/news/:id',
      titleKey: 'advertiser:page.news',
      access,
      built: true,
    },
    {
      id: 'partners',
      path: '/advertiser/partners',
      titleKey: 'advertiser:page.partners',
      access,
      built: true,
    },
    {
      id: 'postbacks',
      path: '/advertiser/postbacks',
      titleKey: 'advertiser:page.postbacks',
      access,
      built: true,
    },
    {
      id: 'referrals',
      path: '/advertiser/referrals',
      titleKey: 'advertiser:page.referrals',
      access,
      built: false,
    },
  ],
  navigation: [
    {
      page: 'dashboard',
      icon: 'dashboard',
      group: 1,
      labelKey: 'advertiser:page.dashboard',
      roles: ['advertiser'],
    },
    {
      page: 'campaigns',
      icon: 'speakerphone',
      group: 1,
      labelKey: 'advertiser:page.campaigns',
      roles: ['advertiser'],
    },
    {
      page: 'metrics',
      icon: 'metrics',
      group: 1,
      labelKey: 'advertiser:page.metrics',
      roles: ['advertiser'],
    },
    { page: 'rules', icon: 'shield', group: 1, labelKey: 'advertiser:page.rules', roles: ['advertiser'] },
    { page: 'funds', icon: 'funds', group: 2, labelKey: 'advertiser:page.funds', roles: ['advertiser'] },
    {
      page: 'postbacks',
      icon: 'postbacks',
      group: 2,
      labelKey: 'advertiser:page.postbacks',
      roles: ['advertiser'],
    },
    {
      page: 'partners',
      icon: 'partners',
      group: 2,
      labelKey: 'advertiser:page.partners',
      roles: ['advertiser'],
    },
    { page: 'news', icon: 'news', group: 2, labelKey: 'advertiser:page.news', roles: ['advertiser'] },
  ],
});
