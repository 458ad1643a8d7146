/** The shell's own pages (its `SHELL_PAGES`); all others come from the remotes' manifests. */
export const SHELL_PATHS = ['/', '/help', '/payment/result', '/payment/test'] as const;

/** Addresses that the shell leads on to another page: the old ones of the log-in and the console, and the bare names of areas. */
export const MOVED_PATHS = [
  '/login',
  '/advertiser',
  '/publisher',
  '/settings',
  '/operator',
  '/operator/*',
] as const;
