import { plainSummary } from '../../platform/richText';

/** Two lines of a list. */
const LENGTH = 200;

/** The first words of an article, as lists show them. */
export const summaryOf = (body: string): string => plainSummary(body, LENGTH);
