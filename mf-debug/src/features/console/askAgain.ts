import { type AppDispatch, api, type RootState, toApiError } from '@ezdash/store';

type Asked = (arg: unknown, options: { forceRefetch: true; subscribe: false }) => Parameters<AppDispatch>[0];

/** Asks once more for all that was refused while the console was locked. */
export function askAgain(dispatch: AppDispatch, { api: { queries } }: RootState): void {
  const endpoints: Readonly<Record<string, { initiate: unknown } | undefined>> = api.endpoints;
  for (const query of Object.values(queries)) {
    if (query?.status !== 'rejected' || toApiError(query.error)?.code !== 'CONSOLE_LOCKED') continue;
    const initiate = endpoints[query.endpointName]?.initiate as Asked | undefined;
    if (initiate) dispatch(initiate(query.originalArgs, { forceRefetch: true, subscribe: false }));
  }
}
