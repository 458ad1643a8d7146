export { createLog, type Log, type LogOptions, silentLog } from './createLog';
