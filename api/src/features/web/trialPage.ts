import { randomBytes } from 'node:crypto';
import type { Bootstrap, Registry, ShellRelease } from '@ezdash/contracts';
import { SHELL_PATH } from '../remotes';
import { contentSecurityPolicy } from './contentSecurityPolicy';
import { type RouteModule, renderPage } from './renderPage';

export interface TrialPageInput {
  shell: ShellRelease;
  registry: Registry;
  route: RouteModule;
  bootstrap: Bootstrap;
}

/** The page as visitors get it, for a release that is tried before anybody does: with the same policy. */
export function renderTrialPage({ shell, registry, route, bootstrap }: TrialPageInput) {
  const nonce = randomBytes(16).toString('base64');
  const html = renderPage({
    shell,
    shellPath: SHELL_PATH,
    registry,
    route,
    bootstrap,
    csrfToken: 'trial',
    nonce,
    theme: 'light',
    dir: 'ltr',
  });
  return { html, policy: contentSecurityPolicy(nonce) };
}
