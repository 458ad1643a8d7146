export { parseMarkdown } from './parseMarkdown';
export { plainSummary, plainTextOf } from './plainText';
export { safeHref } from './safeHref';
