const HOUR_SECONDS = 3_600;

/**
 * Whether an address' token makes tries of the page's requests, which nobody pays for. Only the network can tell a
 * genuine one; one whose half hour is over (an hour for clocks that go wrong) never does, so that no address that goes
 * round takes a publisher's earnings away.
 */
export function makesTries(token = ''): boolean {
  const left = Number(token.split('.')[1]) - Date.now() / 1_000;
  return left > 0 && left < HOUR_SECONDS;
}
