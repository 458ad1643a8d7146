-- Counted impressions beside the spend: what the guard of impression limits reads, and the engine's budgets too, without
-- summing up the rollups.
ALTER TABLE campaign_spend ADD COLUMN impressions bigint NOT NULL DEFAULT 0;
COMMENT ON TABLE campaign_spend IS 'Spend and counted impressions a campaign and UTC day; the guards of budgets and of impression limits read these rows behind the lock of the advertiser''s accounts.';
COMMENT ON COLUMN campaign_spend.impressions IS 'Counted impressions, as rollup_hourly has them: what is found to be invalid later is taken off again.';
INSERT INTO campaign_spend AS s (campaign_id, day, impressions)
  SELECT r.campaign_id, (r.hour AT TIME ZONE 'UTC')::date, sum(r.impressions)
  FROM rollup_hourly r JOIN campaign c ON c.id = r.campaign_id
  GROUP BY 1, 2 HAVING sum(r.impressions) <> 0
  ON CONFLICT (campaign_id, day) DO UPDATE SET impressions = excluded.impressions;

-- Processes that serve ads with this database. A number stands for one life of a process: it is in every decision's id,
-- and whoever starts anew gets another one.
CREATE TABLE serving_node (
  number smallint PRIMARY KEY CHECK (number BETWEEN 1 AND 4095),
  name text NOT NULL,
  leasing boolean NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN serving_node.name IS 'Of its journal.';
COMMENT ON COLUMN serving_node.leasing IS 'It spends nothing but its leases; false while it knows of nobody else.';
COMMENT ON COLUMN serving_node.expires_at IS 'Moved on every second; behind it the process is taken for dead and its leases are free.';

-- What a process may still spend of a campaign's budgets, taken off them before it decides anything (docs/budgets.md).
CREATE TABLE budget_lease (
  node smallint NOT NULL REFERENCES serving_node (number) ON DELETE CASCADE,
  campaign_id integer NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  day date NOT NULL,
  advertiser_id integer NOT NULL,
  micros bigint NOT NULL CHECK (micros >= 0),
  places integer NOT NULL CHECK (places >= 0),
  elsewhere_micros bigint NOT NULL DEFAULT 0,
  elsewhere_places integer NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 1,
  recalled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (node, campaign_id, day)
) WITH (fillfactor = 70);
CREATE INDEX budget_lease_campaign ON budget_lease (campaign_id);
CREATE INDEX budget_lease_advertiser ON budget_lease (advertiser_id);
CREATE INDEX budget_lease_recalled ON budget_lease (node) WHERE recalled;
COMMENT ON COLUMN budget_lease.day IS 'UTC, of the decisions it is for.';
COMMENT ON COLUMN budget_lease.micros IS 'Not billed yet: the batch that bills an event takes its price off the lease of whoever decided it.';
COMMENT ON COLUMN budget_lease.places IS 'The same in impressions, for campaigns with a limit.';
COMMENT ON COLUMN budget_lease.elsewhere_micros IS 'Billed in all, of it, for impressions that other processes received: the holder waits for these no more.';
COMMENT ON COLUMN budget_lease.elsewhere_places IS 'The same in impressions.';
COMMENT ON COLUMN budget_lease.revision IS 'One more with every change, so that answers that overtake each other are told apart.';
COMMENT ON COLUMN budget_lease.recalled IS 'Another process wants what is not used of it.';

-- The daily sums have other cubes: days are folded anew by the queue that folds them.
TRUNCATE rollup_daily, rollup_day;
