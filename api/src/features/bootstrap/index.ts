import type {
  Bootstrap,
  DebugView,
  ErrorReporting,
  Locale,
  PublicConfig,
  SocialProvider,
} from '@ezdash/contracts';
import { LOCALES } from '@ezdash/contracts/constants';
import { type Request, Router } from 'express';
import { currentUser } from '../../platform/auth';
import { type Mount, pageLocale } from '../../platform/http';
import type { AccountsService } from '../accounts';

export interface BootstrapDeps {
  appName: string;
  demo: boolean;
  /** Origin of the demo property, null when there is none; known once the demo stands. */
  demoPropertyUrl: () => string | null;
  /** Other accounts that people may sign in with. */
  socialProviders: readonly SocialProvider[];
  /** Where mails can be read that are not sent; null when they are sent, and in production. */
  outboxUrl: string | null;
  /** Where people write to. */
  supportEmail: string;
  accounts: Pick<AccountsService, 'user'>;
  /** Where the page's connection goes; null without a broadcaster. */
  broadcaster?(req: Request): PublicConfig['broadcaster'];
  /** Where pages report their errors; nowhere unless given. */
  errorReports?: ErrorReporting | null;
  /** Signs what the page's reports of broken releases count by; without it they count nothing. */
  pageTicket?(address: string): string;
  /** Whose eyes a page is seen with, when it is not its visitor's own. */
  viewFor?(req: Request): Promise<DebugView | null>;
}

export interface BootstrapFeature {
  mounts: Mount[];
  /** What the page is born with. */
  bootstrap(req: Request): Promise<Bootstrap>;
}

/** Each language in its own words. */
const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  'en-XA': 'Pseudo-English (for testers)',
};

/** What a browser may know of the set-up (`GET /api/config`), and what its page knows before the first call. */
export function createBootstrapFeature({
  appName,
  demo,
  demoPropertyUrl,
  socialProviders,
  outboxUrl,
  supportEmail,
  accounts,
  broadcaster,
  errorReports = null,
  pageTicket,
  viewFor,
}: BootstrapDeps): BootstrapFeature {
  const config = (req: Request): PublicConfig => ({
    app_name: appName,
    // The pseudo-locale is for those who test the network, not for those who use it.
    locales: LOCALES.filter((code) => demo || code !== 'en-XA').map((code) => ({
      code,
      name: LOCALE_NAMES[code],
    })),
    broadcaster: broadcaster?.(req) ?? null,
    demo,
    demo_property_url: demoPropertyUrl(),
    social_providers: [...socialProviders],
    outbox_url: outboxUrl,
    support_email: supportEmail,
    error_reports: errorReports,
  });

  const router = Router();
  router.get('/', (req, res) => {
    res.json(config(req));
  });

  return {
    mounts: [{ path: '/api/config', router, session: false }],
    async bootstrap(req) {
      const signedIn = currentUser(req);
      return {
        config: config(req),
        user: signedIn ? await accounts.user(signedIn.id) : null,
        locale: pageLocale(req, signedIn?.locale),
        ...(pageTicket && { page_ticket: pageTicket(req.ip ?? '') }),
        view: (await viewFor?.(req)) ?? null,
      };
    },
  };
}
