/** Works in their order, each in a turn of the event loop of its own: between two of them, everybody else is heard. */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const runOne = () => {
    const work = waiting.shift();
    // Before the work: it may throw.
    if (waiting.length > 0) setImmediate(runOne);
    work?.();
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(runOne);
  };
}
