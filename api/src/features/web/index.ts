/** The application's page and the shell's files. */
export { createWebFeature, type WebFeature, type WebFeatureParts } from './createWebFeature';
export { type KeptShell, keepShell } from './keepShell';
export { MOVED_PATHS, PAYMENT_TEST_PATH, SHELL_PATHS } from './shellPaths';
export { renderTrialPage } from './trialPage';
