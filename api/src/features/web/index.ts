/** The application's page and the shell's files. */
export { createWebFeature, type WebFeature, type WebFeatureParts } from './createWebFeature';
