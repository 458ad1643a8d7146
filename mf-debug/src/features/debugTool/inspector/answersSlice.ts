import { api, createSlice, injectSlice, useAppSelector, type WithSlice } from '@ezdash/store';

/** What the timeline of an answer is found by. */
export interface AnswerIds {
  requestId: string;
  /** The timeline's. */
  correlationId: string;
}
/** Cache key of a query → its latest answer, failures too. */
export type Answers = Readonly<Record<string, AnswerIds>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What RTK Query says beside an answer of a query: its cache key, and what the base query tells of the call. */
function answerOf(action: { type: string; meta?: unknown }): [cacheKey: string, AnswerIds] | null {
  if (action.type !== 'api/executeQuery/fulfilled' && action.type !== 'api/executeQuery/rejected')
    return null;
  const { arg, baseQueryMeta }: { arg?: unknown; baseQueryMeta?: unknown } = Object(action.meta);
  const { queryCacheKey }: { queryCacheKey?: unknown } = Object(arg);
  const { requestId, correlationId }: { requestId?: unknown; correlationId?: unknown } =
    Object(baseQueryMeta);
  if (!isText(queryCacheKey) || !isText(requestId) || !isText(correlationId)) return null;
  return [queryCacheKey, { requestId, correlationId }];
}

/** The key of an entry that nobody needs any more. */
function removedKey(action: { type: string; payload?: unknown }): string | null {
  if (action.type !== 'api/queries/removeQueryResult') return null;
  const { queryCacheKey }: { queryCacheKey?: unknown } = Object(action.payload);
  return isText(queryCacheKey) ? queryCacheKey : null;
}

const initialState: { byKey: Record<string, AnswerIds> } = { byKey: {} };

/** The request behind each entry of the cache, from the tool's arrival on. Who does not debug has none of it. */
const answersSlice = injectSlice(
  createSlice({
    name: 'debugAnswers',
    initialState,
    reducers: {},
    extraReducers: (builder) => {
      builder
        .addMatcher(
          (action) => answerOf(action) !== null,
          (state, action) => {
            const [key, ids] = answerOf(action) ?? [];
            if (key && ids) state.byKey[key] = ids;
          },
        )
        .addMatcher(
          (action) => removedKey(action) !== null,
          (state, action) => {
            delete state.byKey[removedKey(action) ?? ''];
          },
        )
        // Another person's answers.
        .addMatcher(api.util.resetApiState.match, () => initialState);
    },
  }),
);

const NONE: Answers = {};
export function answersIn(root: object): Answers {
  const { debugAnswers }: Partial<WithSlice<typeof answersSlice>> = root;
  return debugAnswers?.byKey ?? NONE;
}
export const useAnswers = (): Answers => useAppSelector(answersIn);
