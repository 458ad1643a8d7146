import { defineRemote } from '@ezdash/remote-kit';

const page = <Access>(id: string, path: string, access: Access) => ({
  id,
  path: `/settings/${path}`,
  titleKey: `settings:page.${id}`,
  access,
  built: true,
});
const everybody = 'signed-in' as const;
/** The admin has no tokens of the public API and pays for nothing. */
const customers = { roles: ['advertiser' as const, 'publisher' as const] };

/** What the shell needs to route to the settings, without any of their code. */
export default defineRemote({
  name: 'mf-settings',
  namespace: 'settings',
  team: 'accounts',
  contractVersion: 1,
  pages: [
    page('profile', 'profile', everybody),
    page('appearance', 'appearance', everybody),
    page('alerts', 'alerts', everybody),
    page('password', 'password', everybody),
    page('setPassword', 'set-password', everybody),
    page('socialConnections', 'social-connections', everybody),
    page('paymentMethods', 'payment-methods', customers),
    page('api', 'api', customers),
    page('apiTry', 'api/try', customers),
  ],
  navigation: [],
});
