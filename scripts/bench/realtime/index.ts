export { type BenchResult, run } from './run';
