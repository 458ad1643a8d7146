/** Shell and remotes from their sources, replaced in the open page. Runs in Node. */
export { buildDevelopmentShell } from './configs';
export type { DevelopedRemote, Development } from './development';
export { developmentShell } from './developmentShell';
export { developedRemote, startDevelopmentServer } from './startDevelopmentServer';
