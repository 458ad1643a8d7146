import { type ErrorReporting, envelopeAddress } from '@ezdash/contracts';

/** As the environment says it. */
export interface PageReportsConfig {
  dsn: string | null;
  remotes: Record<string, string>;
  environment: string;
}

/** What pages know of where they report to (`GET /api/config`); null when they do not. */
export function pagesReportTo({ dsn, remotes, environment }: PageReportsConfig): ErrorReporting | null {
  return dsn === null ? null : { dsn, remotes, environment };
}

/** What a page's policy has to let it reach for that: the addresses of these projects, and nothing else of their hosts. */
export function reportAddresses({ dsn, remotes }: PageReportsConfig): string[] {
  return dsn === null ? [] : [...new Set([dsn, ...Object.values(remotes)].map(envelopeAddress))];
}
