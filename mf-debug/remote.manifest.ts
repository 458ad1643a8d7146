import { defineRemote } from '@ezdash/remote-kit';

const shown = { access: { roles: ['admin' as const] }, module: 'Console', built: true };
const roles = ['admin' as const];

/** The operator's console. The debug tool has no page: the shell mounts `./DebugTool` over whatever page is open. */
export default defineRemote({
  name: 'mf-debug',
  namespace: 'debug',
  team: 'operators',
  contractVersion: 3,
  pages: [
    { id: 'overview', path: '/admin', titleKey: 'debug:page.overview', ...shown },
    { id: 'review', path: '/admin/review', titleKey: 'debug:page.review', ...shown },
    { id: 'conversations', path: '/admin/conversations', titleKey: 'debug:page.conversations', ...shown },
    { id: 'conversation', path: '/admin/conversations/:id', titleKey: 'debug:page.conversations', ...shown },
    { id: 'news', path: '/admin/news', titleKey: 'debug:page.news', ...shown },
    { id: 'newsNew', path: '/admin/news/new', titleKey: 'debug:page.newsNew', ...shown },
    { id: 'newsArticle', path: '/admin/news/:id', titleKey: 'debug:page.newsArticle', ...shown },
    { id: 'users', path: '/admin/users', titleKey: 'debug:page.users', ...shown },
    { id: 'user', path: '/admin/users/:id', titleKey: 'debug:page.user', ...shown },
    { id: 'staff', path: '/admin/staff', titleKey: 'debug:page.staff', ...shown },
    { id: 'payments', path: '/admin/payments', titleKey: 'debug:page.payments', ...shown },
    { id: 'payouts', path: '/admin/payouts', titleKey: 'debug:page.payouts', ...shown },
    { id: 'credit', path: '/admin/credit-lines', titleKey: 'debug:page.credit', ...shown },
    { id: 'promoCodes', path: '/admin/promo-codes', titleKey: 'debug:page.promoCodes', ...shown },
    {
      id: 'invalidTraffic',
      path: '/admin/invalid-traffic',
      titleKey: 'debug:page.invalidTraffic',
      ...shown,
    },
    { id: 'exchanges', path: '/admin/exchanges', titleKey: 'debug:page.exchanges', ...shown },
    { id: 'accounting', path: '/admin/accounting', titleKey: 'debug:page.accounting', ...shown },
    { id: 'deadLetters', path: '/admin/dead-letters', titleKey: 'debug:page.deadLetters', ...shown },
    { id: 'audit', path: '/admin/audit', titleKey: 'debug:page.audit', ...shown },
    { id: 'sessions', path: '/admin/sessions', titleKey: 'debug:page.sessions', ...shown },
  ],
  navigation: [
    { page: 'overview', icon: 'dashboard', group: 1, labelKey: 'debug:page.overview', roles },
    { page: 'review', icon: 'review', group: 1, labelKey: 'debug:page.review', roles },
    { page: 'conversations', icon: 'messages', group: 1, labelKey: 'debug:page.conversations', roles },
    { page: 'users', icon: 'users', group: 1, labelKey: 'debug:page.users', roles },
    { page: 'payments', icon: 'coin', group: 1, labelKey: 'debug:page.payments', roles },
    { page: 'payouts', icon: 'payouts', group: 1, labelKey: 'debug:page.payouts', roles },
    { page: 'news', icon: 'news', group: 2, labelKey: 'debug:page.news', roles },
    { page: 'credit', icon: 'credit', group: 2, labelKey: 'debug:page.credit', roles },
    { page: 'promoCodes', icon: 'gift', group: 2, labelKey: 'debug:page.promoCodes', roles },
    { page: 'invalidTraffic', icon: 'chart', group: 2, labelKey: 'debug:page.invalidTraffic', roles },
    { page: 'exchanges', icon: 'plug', group: 2, labelKey: 'debug:page.exchanges', roles },
    { page: 'accounting', icon: 'receipt', group: 2, labelKey: 'debug:page.accounting', roles },
    { page: 'deadLetters', icon: 'warning', group: 2, labelKey: 'debug:page.deadLetters', roles },
    { page: 'staff', icon: 'profile', group: 2, labelKey: 'debug:page.staff', roles },
    { page: 'audit', icon: 'key', group: 2, labelKey: 'debug:page.audit', roles },
    { page: 'sessions', icon: 'debug', group: 2, labelKey: 'debug:page.sessions', roles },
  ],
});
