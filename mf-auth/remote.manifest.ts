import { defineRemote } from '@ezdash/remote-kit';

const page = (id: string, path: string, access: 'guest' | 'signed-in' | 'public') => ({
  id,
  path: `/auth/${path}`,
  titleKey: `auth:page.${id}`,
  access,
  built: true,
});

/** What the shell needs to route to the pages of coming in and proving who one is, without any of their code. */
export default defineRemote({
  name: 'mf-auth',
  namespace: 'auth',
  team: 'accounts',
  contractVersion: 1,
  pages: [
    page('login', 'login', 'guest'),
    page('register', 'register', 'guest'),
    page('verifyEmail', 'verify-email', 'public'),
    page('forgotPassword', 'forgot-password', 'public'),
    page('resetPassword', 'reset-password', 'public'),
    page('invitation', 'invitation', 'public'),
    page('confirmPassword', 'confirm-password', 'signed-in'),
    page('completeRegistration', 'complete-registration', 'signed-in'),
    page('completeProfile', 'complete-profile', 'signed-in'),
    page('status', 'status', 'signed-in'),
  ],
  navigation: [],
});
