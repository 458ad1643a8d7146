-- The network as a buyer in other people's exchanges (docs/openrtb.md), and how videos are watched (docs/vast.md).

CREATE TABLE rtb_seat (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 901) PRIMARY KEY,
  property_id integer NOT NULL REFERENCES property (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  key_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(key_sha256) = 32),
  buyer_seat text CHECK (length(buyer_seat) BETWEEN 1 AND 120),
  click_macro text CHECK (length(click_macro) BETWEEN 1 AND 120),
  requests_per_second integer NOT NULL DEFAULT 1000 CHECK (requests_per_second BETWEEN 1 AND 100000),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX rtb_seat_property ON rtb_seat (property_id);
COMMENT ON TABLE rtb_seat IS 'Exchanges that may ask for bids. What they buy is a property of theirs, whose zones stand for the sizes they sell.';
COMMENT ON COLUMN rtb_seat.key_sha256 IS 'Of the key the exchange sends; the key itself is shown once.';
COMMENT ON COLUMN rtb_seat.buyer_seat IS 'What the exchange calls us (wseat, bseat, seatbid.seat).';
COMMENT ON COLUMN rtb_seat.click_macro IS 'Stands before our URL-escaped click address in markup, as %%CLICK_URL_UNESC%%; the exchange counts clicks by it.';

CREATE TABLE rtb_notice (
  decision_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('win', 'bill', 'loss')),
  zone_id integer NOT NULL,
  campaign_id integer NOT NULL,
  offered_micros bigint NOT NULL CHECK (offered_micros >= 0),
  price_micros bigint CHECK (price_micros >= 0),
  loss_reason smallint,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (decision_id, kind)
);
CREATE INDEX rtb_notice_zone ON rtb_notice (zone_id, received_at);
CREATE INDEX rtb_notice_received ON rtb_notice (received_at);
COMMENT ON TABLE rtb_notice IS 'What exchanges said became of bids, for comparing their bills with our impressions; nothing is paid by it. As long as raw events.';
COMMENT ON COLUMN rtb_notice.offered_micros IS 'What was bid, in micros a thousand impressions.';
COMMENT ON COLUMN rtb_notice.price_micros IS 'The clearing price as the exchange says, in micros a thousand impressions; of a loss the price that would have won. Null when it does not say.';
COMMENT ON COLUMN rtb_notice.loss_reason IS 'Loss reason code of OpenRTB.';

CREATE TABLE video_hourly (
  hour timestamptz NOT NULL,
  campaign_id integer NOT NULL,
  creative_id integer NOT NULL,
  zone_id integer NOT NULL,
  event smallint NOT NULL,
  times bigint NOT NULL CHECK (times > 0),
  PRIMARY KEY (hour, campaign_id, creative_id, zone_id, event)
);
COMMENT ON TABLE video_hourly IS 'How far videos were watched, as players report it. Nobody is billed by it.';
COMMENT ON COLUMN video_hourly.hour IS 'Of the report, UTC.';
COMMENT ON COLUMN video_hourly.event IS 'A code of VIDEO_EVENTS.';
