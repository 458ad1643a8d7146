-- Why campaigns were not shown: some decisions with all that became of their campaigns, and their sums (docs/adr/0013).
CREATE TABLE decision_trace (
  decision_id uuid PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  zone_id integer NOT NULL,
  property_id integer NOT NULL,
  publisher_id integer NOT NULL,
  test boolean NOT NULL,
  weight integer NOT NULL CHECK (weight >= 0),
  reason smallint NOT NULL,
  inputs jsonb NOT NULL,
  answer jsonb NOT NULL,
  fates bytea NOT NULL
);
CREATE INDEX decision_trace_decided_at ON decision_trace (decided_at);
CREATE INDEX decision_trace_zone ON decision_trace (zone_id, decided_at);
COMMENT ON TABLE decision_trace IS 'Decisions that were sampled or were trials of a tag, kept for some days. Neither an address nor a user agent.';
COMMENT ON COLUMN decision_trace.test IS 'A trial of the tag: never billed, stands for no other decision.';
COMMENT ON COLUMN decision_trace.weight IS 'How many decisions it stands for; 0 for a trial.';
COMMENT ON COLUMN decision_trace.reason IS '0 = filled; else a code of contracts'' NO_FILL_REASONS.';
COMMENT ON COLUMN decision_trace.inputs IS 'What the decision was made from: api/src/features/serving/hot/trace/Trace.ts.';
COMMENT ON COLUMN decision_trace.answer IS 'What was answered and at which price, and what the best of the others bid.';
COMMENT ON COLUMN decision_trace.fates IS 'Deflated: the fate of every campaign of the index (contracts'' FATES), as decodeFates of hot/trace/fateBytes.ts reads them.';

CREATE TABLE campaign_fate_hourly (
  hour timestamptz NOT NULL,
  campaign_id integer NOT NULL,
  fate smallint NOT NULL,
  gap smallint NOT NULL,
  decisions bigint NOT NULL,
  missing_micros bigint NOT NULL,
  PRIMARY KEY (campaign_id, hour, fate, gap)
) WITH (fillfactor = 80);
CREATE INDEX campaign_fate_hourly_hour ON campaign_fate_hourly USING brin (hour) WITH (pages_per_range = 32);
COMMENT ON TABLE campaign_fate_hourly IS 'How campaigns fared, from the sampled decisions of an hour, weighted with what each stands for: estimates. Kept for two weeks.';
COMMENT ON COLUMN campaign_fate_hourly.fate IS 'A code of contracts'' FATES.';
COMMENT ON COLUMN campaign_fate_hourly.gap IS 'Of fates of price: the step of contracts'' PRICE_GAP_PERCENTS, from 1, by which the bid missed; else 0.';
COMMENT ON COLUMN campaign_fate_hourly.missing_micros IS 'eCPM that was missing, summed over the decisions.';

CREATE TABLE traced_hourly (
  hour timestamptz PRIMARY KEY,
  traces bigint NOT NULL,
  decisions bigint NOT NULL
);
COMMENT ON TABLE traced_hourly IS 'How many decisions of an hour were looked at, and how many they stand for: the size of the sample behind campaign_fate_hourly.';
