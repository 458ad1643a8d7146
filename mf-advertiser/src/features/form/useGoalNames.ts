import { useAdvertiserGoalsQuery } from './goals.api';

/** The names of goals, with commas between; their ids until the names are known. Nothing is asked for without any. */
export function useGoalNames(ids: readonly string[]): string {
  const { data } = useAdvertiserGoalsQuery(undefined, { skip: ids.length === 0 });
  const names = new Map(data?.goals.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? id).join(', ');
}
