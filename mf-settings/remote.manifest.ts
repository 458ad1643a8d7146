import { defineRemote } from '@ezdash/remote-kit';

const page = (id: string, path: string, built = false) => ({
  id,
  path: `/settings/${path}`,
  titleKey: `settings:page.${id}`,
  access: 'signed-in' as const,
  built,
});

/** What the shell needs to route to the settings, without any of their code. */
export default defineRemote({
  name: 'mf-settings',
  namespace: 'settings',
  contractVersion: 1,
  pages: [
    page('profile', 'profile', true),
    page('appearance', 'appearance', true),
    page('alerts', 'alerts'),
    page('api', 'api'),
    page('password', 'password'),
    page('paymentMethods', 'payment-methods'),
    page('setPassword', 'set-password'),
    page('socialConnections', 'social-connections'),
  ],
  navigation: [],
});
