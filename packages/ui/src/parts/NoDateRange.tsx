/**
 * Says that the page shows nothing of any days: the top bar then leaves out its choice of days, which would change
 * nothing. A mark in the page rather than a rule by address, since only the page knows whether it is empty.
 */
export function NoDateRange() {
  return <span hidden data-no-date-range />;
}
