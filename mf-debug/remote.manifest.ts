import { defineRemote } from '@ezdash/remote-kit';

const access = { roles: ['admin' as const] };

/** The operator's pages. The debug tool has no page: the shell mounts `./DebugTool` over whatever page is open. */
export default defineRemote({
  name: 'mf-debug',
  namespace: 'debug',
  team: 'operators',
  contractVersion: 2,
  pages: [
    { id: 'review', path: '/operator/review', titleKey: 'debug:page.review', access, built: true },
    {
      id: 'conversations',
      path: '/operator/conversations',
      titleKey: 'debug:page.conversations',
      access,
      built: true,
    },
    {
      id: 'conversation',
      path: '/operator/conversations/:id',
      titleKey: 'debug:page.conversations',
      access,
      built: true,
    },
    { id: 'news', path: '/operator/news', titleKey: 'debug:page.news', access, built: true },
    { id: 'newsNew', path: '/operator/news/new', titleKey: 'debug:page.newsNew', access, built: true },
    {
      id: 'newsArticle',
      path: '/operator/news/:id',
      titleKey: 'debug:page.newsArticle',
      access,
      built: true,
    },
    {
      id: 'promoCodes',
      path: '/operator/promo-codes',
      titleKey: 'debug:page.promoCodes',
      access,
      built: true,
    },
    { id: 'payments', path: '/operator/payments', titleKey: 'debug:page.payments', access, built: true },
    { id: 'payouts', path: '/operator/payouts', titleKey: 'debug:page.payouts', access, built: true },
    { id: 'credit', path: '/operator/credit-lines', titleKey: 'debug:page.credit', access, built: true },
    {
      id: 'accounting',
      path: '/operator/accounting',
      titleKey: 'debug:page.accounting',
      access,
      built: true,
    },
    {
      id: 'deadLetters',
      path: '/operator/dead-letters',
      titleKey: 'debug:page.deadLetters',
      access,
      built: true,
    },
  ],
  navigation: [
    { page: 'review', icon: 'review', group: 1, labelKey: 'debug:page.review', roles: ['admin'] },
    {
      page: 'conversations',
      icon: 'messages',
      group: 1,
      labelKey: 'debug:page.conversations',
      roles: ['admin'],
    },
    { page: 'news', icon: 'news', group: 1, labelKey: 'debug:page.news', roles: ['admin'] },
    { page: 'payments', icon: 'coin', group: 2, labelKey: 'debug:page.payments', roles: ['admin'] },
    { page: 'payouts', icon: 'payouts', group: 2, labelKey: 'debug:page.payouts', roles: ['admin'] },
    { page: 'credit', icon: 'credit', group: 2, labelKey: 'debug:page.credit', roles: ['admin'] },
    { page: 'promoCodes', icon: 'gift', group: 2, labelKey: 'debug:page.promoCodes', roles: ['admin'] },
    { page: 'accounting', icon: 'receipt', group: 2, labelKey: 'debug:page.accounting', roles: ['admin'] },
    { page: 'deadLetters', icon: 'warning', group: 2, labelKey: 'debug:page.deadLetters', roles: ['admin'] },
  ],
});
