import { spreadOf } from './outlets';

it.each([
  [0, 0],
  [49, 0],
  [50, 50],
  [1_200, 1_200],
  [5_000, 5_000],
  [80_000, 5_000],
])('%s connections come to ask within %s ms', (connections, ms) => expect(spreadOf(connections)).toBe(ms));
