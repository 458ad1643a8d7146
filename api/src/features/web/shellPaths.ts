import { TRY_RELEASE_PATH } from '@ezdash/contracts';

/** The page of the sandbox gateway, which is a developers' door. */
export const PAYMENT_TEST_PATH = '/payment/test';

/** The shell's own pages (its `SHELL_PAGES`); all others come from the remotes' manifests. */
export const SHELL_PATHS = ['/', '/help', '/payment/result', PAYMENT_TEST_PATH, TRY_RELEASE_PATH] as const;

/** Addresses that the shell leads on to another page: the old ones of the log-in and the console, and the bare names of areas. */
export const MOVED_PATHS = [
  '/login',
  '/advertiser',
  '/publisher',
  '/settings',
  '/operator',
  '/operator/*',
] as const;
