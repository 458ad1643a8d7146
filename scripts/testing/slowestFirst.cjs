/**
 * A fresh checkout knows no durations: what runs for minutes would come somewhere in the middle, and the last of it alone
 * beside an idle worker. Those begin; all others keep the order that the runner gives them.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOWEST = [
  'testing/tenancy/tenancy.db.test.ts',
  'alerts/alertKills.db.test.ts',
  'api/src/security.db.test.ts',
  'serving/leases/leases.db.test.ts',
  'postbacks/postbacks.db.test.ts',
  'realtime/useReleases.test.tsx',
];
const placeOf = ({ path }) => {
  const place = SLOWEST.findIndex((name) => path.endsWith(name));
  return place < 0 ? SLOWEST.length : place;
};

class SlowestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => placeOf(one) - placeOf(other));
  }
}

module.exports = SlowestFirst;
module.exports.SLOWEST = SLOWEST;
