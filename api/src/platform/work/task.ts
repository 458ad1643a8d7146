import type { Owner } from './fairQueue';
import type { TaskName } from './limits';

/**
 * Work over somebody else's bytes. `run` is a function of its input alone: plain data in and out, no settings, no
 * database. Refusals are `AppError`s.
 */
export interface Task<In, Out> {
  readonly name: TaskName;
  run(input: In): Out | Promise<Out>;
}

export const defineTask = <In, Out>(
  name: TaskName,
  run: (input: In) => Out | Promise<Out>,
): Task<In, Out> => ({
  name,
  run,
});

export interface Work {
  /**
   * Runs a task away from the thread that serves ads, owners in turn. 429 or 503 when too many wait; 422 in the task's
   * field (503 without one) when its limits end it.
   */
  run<In, Out>(task: Task<In, Out>, input: In, owner?: Owner): Promise<Out>;
}

/** In this very process: for tests, and for what the server makes itself. */
export const workHere: Work = { run: async (task, input) => task.run(input) };
