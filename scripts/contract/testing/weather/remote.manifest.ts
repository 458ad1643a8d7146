import { defineRemote } from '@ezdash/remote-kit';

export default defineRemote({
  name: 'mf-weather',
  namespace: 'weather',
  team: 'weather',
  contractVersion: 3,
  pages: [{ id: 'towns', path: '/weather', titleKey: 'weather:title', access: 'signed-in', built: true }],
  navigation: [
    { page: 'towns', icon: 'grid', group: 2, labelKey: 'weather:title', roles: ['advertiser', 'publisher'] },
  ],
});
