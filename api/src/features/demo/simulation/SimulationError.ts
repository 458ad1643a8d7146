/** A simulation cannot be made as it is asked for, or not here; the message is a sentence for who asks. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
}
