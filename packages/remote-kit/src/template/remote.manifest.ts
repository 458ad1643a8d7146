import { defineRemote } from '@ezdash/remote-kit';

/** What the shell needs to route and to link to the pages, without any of their code. */
export default defineRemote({
  name: 'mf-sample',
  namespace: 'sample',
  team: 'sample',
  contractVersion: 3,
  pages: [{ id: 'start', path: '/sample', titleKey: 'sample:page.start', access: 'signed-in', built: true }],
  navigation: [
    {
      page: 'start',
      icon: 'grid',
      group: 2,
      labelKey: 'sample:page.start',
      roles: ['advertiser', 'publisher'],
    },
  ],
});
