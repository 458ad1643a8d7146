/** Of RTK Query's own book-keeping, and of the tool itself: they say nothing of what somebody did. */
const SILENT = /^(?:@@|api\/(?:internal|subscriptions|config|provided)|__rtkq\/|debug\/|realtime\/)/;
const TOOL_CALL = /^debug[A-Z]/;

/** What RTK Query writes beside a call of one of its endpoints. */
function endpointOf(action: { meta?: unknown }): string | null {
  const { arg }: { arg?: unknown } = Object(action.meta);
  const { endpointName }: { endpointName?: unknown } = Object(arg);
  return typeof endpointName === 'string' ? endpointName : null;
}

/** `dateRange/choosePreset`, `api/executeQuery/pending campaigns`: never what an action carries. Null for what is not to be kept. */
export function nameOfAction(action: { type: string; meta?: unknown }): string | null {
  if (SILENT.test(action.type)) return null;
  const endpoint = endpointOf(action);
  if (endpoint === null) return action.type;
  // The tool's calls stand in its log.
  return TOOL_CALL.test(endpoint) ? null : `${action.type} ${endpoint}`;
}
