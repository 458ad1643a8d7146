export { createWorkPool, type WorkPool } from './createWorkPool';
export { digest } from './digest';
export { createFairQueue, type Owner } from './fairQueue';
export { type TaskName, WORK_LIMITS } from './limits';
export { defineTask, type Task, type Work, workHere } from './task';
export { becomeNobody, createWorker, type TaskModules } from './worker';
