import { DEVICE_CODES } from '@ezdash/contracts';
import { clientClass } from './clientClass';
import type { Visitor } from './engine';
import { countryNumber } from './index/country';
import { languageNumber } from './language';
import { createUserAgents } from './userAgent';

/** A person who visits without HTTP (the demo's past). */
export interface PersonFields {
  /** ISO 3166-1. */
  country: string;
  userAgent: string;
  /** ISO 639-1; empty when the browser asks for none. */
  language: string;
  bot: boolean;
  prefetch: boolean;
}

const UNKNOWN = clientClass(DEVICE_CODES.desktop, 0, -1, 0);

/** People → visitors as the fast path would find them; user agents are parsed once a text. */
export function createVisitors(): (person: PersonFields) => Visitor {
  const userAgents = createUserAgents();
  return ({ country, userAgent, language, bot, prefetch }) => {
    const agent = userAgents(userAgent);
    return {
      origin: countryNumber(country),
      client: agent.bot ? UNKNOWN : agent.client,
      language: languageNumber(language),
      address: '',
      bot,
      prefetch,
    };
  };
}
