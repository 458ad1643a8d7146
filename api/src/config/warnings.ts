import { isLoopbackUrl } from '../platform/address';

/** What works, but not as the operator may think: in the log at the start, and in `/readyz` under its name. */
export interface Warning {
  name: string;
  /** What is so, and what to do. */
  sentence: string;
}

export interface WarningSigns {
  /** Where people reach the app. */
  appUrl: string;
  /** TRUST_PROXY is set. */
  namesProxies: boolean;
  /** Developers' doors are open. */
  devDoors: boolean;
}

const RULES: readonly (Warning & { applies(signs: WarningSigns): boolean })[] = [
  {
    name: 'trust_proxy',
    sentence:
      'TRUST_PROXY is not set and APP_URL is public: behind a proxy, all visitors count as one address. Set TRUST_PROXY to the addresses of your proxy, or to none without a proxy.',
    applies: ({ appUrl, namesProxies }) => !isLoopbackUrl(appUrl) && !namesProxies,
  },
  {
    name: 'dev_doors',
    sentence:
      'DEV_DOORS is on and APP_URL is public: the pages for developers are open. Unset DEV_DOORS unless this is a test environment.',
    applies: ({ appUrl, devDoors }) => !isLoopbackUrl(appUrl) && devDoors,
  },
];

/** Every warning that the settings call for. */
export const findWarnings = (signs: WarningSigns): Warning[] =>
  RULES.filter(({ applies }) => applies(signs)).map(({ name, sentence }) => ({ name, sentence }));
