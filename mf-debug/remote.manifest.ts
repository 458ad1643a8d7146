import { defineRemote } from '@ezdash/remote-kit';

const access = { roles: ['admin' as const] };

/** The operator's page. The debug tool has no page: the shell mounts `./DebugTool` over whatever page is open. */
export default defineRemote({
  name: 'mf-debug',
  namespace: 'debug',
  contractVersion: 1,
  pages: [{ id: 'review', path: '/operator/review', titleKey: 'debug:page.review', access, built: true }],
  navigation: [{ page: 'review', icon: 'review', group: 1, labelKey: 'debug:page.review', roles: ['admin'] }],
});
