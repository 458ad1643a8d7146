import { normalDomain } from '@ezdash/contracts/constants';

/** What people paste (`https://www.example.com/news`) as the domain it names; the text itself when it names none. */
export const domainOf = (text: string): string => normalDomain(text) ?? text.trim().toLowerCase();

/** Says whether the server will take it; an early answer, the server's counts. */
export const isDomain = (text: string): boolean => normalDomain(text) !== null;
