-- Who brought whom, what it earns, and what is kept of the way there (docs/referrals.md).
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN (
  'ad_spend', 'invalid_traffic', 'deposit', 'bonus', 'bonus_return', 'credit_draw', 'credit_repayment',
  'hold', 'hold_return', 'refund', 'chargeback', 'release', 'payout_request', 'payout_return', 'payout',
  'referral', 'referral_release', 'referral_return', 'correction', 'reversal', 'opening'));
ALTER TABLE money_audit DROP CONSTRAINT money_audit_action_check;
ALTER TABLE money_audit ADD CONSTRAINT money_audit_action_check CHECK (action IN (
  'reversal_started', 'reversal_finished', 'share_changed',
  'transfer_matched', 'transfer_booked', 'payment_refunded', 'promo_code_saved', 'credit_line_changed',
  'payout_approved', 'payout_refused', 'payout_sent', 'payout_settled', 'payout_terms_changed', 'job_replayed',
  'referral_refused', 'referral_allowed'));

CREATE TABLE referral_link (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES app_user (id),
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9]{8}$'),
  label text CHECK (length(label) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  archived_at timestamptz
);
CREATE UNIQUE INDEX referral_link_first ON referral_link (owner_id) WHERE label IS NULL;
CREATE UNIQUE INDEX referral_link_label ON referral_link (owner_id, lower(label));
COMMENT ON TABLE referral_link IS 'Addresses by which accounts bring others. Each account has one without a label, made when its owner agreed to the terms, and sub-links.';
COMMENT ON COLUMN referral_link.archived_at IS 'Since then nobody is brought by it; what it brought goes on.';

CREATE TABLE referral_trace (
  link_id integer NOT NULL REFERENCES referral_link (id),
  day date NOT NULL,
  visitor_sha256 char(64) NOT NULL,
  PRIMARY KEY (link_id, day, visitor_sha256)
);
CREATE INDEX referral_trace_day ON referral_trace (day);
COMMENT ON TABLE referral_trace IS 'Clicks on links, a browser once a day. Kept for as long as the cookie lasts; none of visitors who ask not to be followed.';
COMMENT ON COLUMN referral_trace.visitor_sha256 IS 'SHA-256 of the random value in the cookie ez.ref, in hex. Nothing else is kept of a visitor.';

CREATE TABLE referral (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  link_id integer NOT NULL REFERENCES referral_link (id),
  referrer_id integer NOT NULL REFERENCES app_user (id),
  referred_id integer NOT NULL UNIQUE REFERENCES app_user (id) CHECK (referred_id <> referrer_id),
  state text NOT NULL CHECK (state IN ('pending', 'active', 'refused')),
  reason text CHECK (reason IN ('same-account', 'same-email', 'same-domain', 'same-payment', 'same-company', 'same-device', 'operator')),
  signed_up_at timestamptz NOT NULL,
  active_at timestamptz,
  share_bps integer NOT NULL CHECK (share_bps BETWEEN 0 AND 5000),
  minimum_micros bigint NOT NULL CHECK (minimum_micros >= 0),
  hold_days smallint NOT NULL CHECK (hold_days BETWEEN 0 AND 180),
  ends_on date NOT NULL,
  same_device boolean NOT NULL,
  rules_met text[] NOT NULL DEFAULT '{}',
  rules_waived boolean NOT NULL DEFAULT false,
  checked_at timestamptz NOT NULL,
  base_micros bigint NOT NULL DEFAULT 0,
  spent_micros bigint NOT NULL DEFAULT 0,
  spent_posting_id bigint NOT NULL DEFAULT 0,
  booked_on date,
  CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CHECK (state <> 'active' OR active_at IS NOT NULL)
);
CREATE INDEX referral_referrer ON referral (referrer_id, id DESC);
CREATE INDEX referral_link_id ON referral (link_id);
CREATE INDEX referral_due ON referral (id) WHERE state <> 'refused';
COMMENT ON TABLE referral IS 'Accounts that were brought by another: at most once, when they signed up. Terms are those of that moment.';
COMMENT ON COLUMN referral.reason IS 'Why it was refused; told to operators alone.';
COMMENT ON COLUMN referral.ends_on IS 'What is spent or earned from that day (UTC) on earns nothing.';
COMMENT ON COLUMN referral.same_device IS 'The browser that signed up had been signed in as the one who brought it.';
COMMENT ON COLUMN referral.rules_met IS 'Rules against bringing oneself that were met when they were looked at last.';
COMMENT ON COLUMN referral.rules_waived IS 'Staff allowed it: the rules refuse it no more.';
COMMENT ON COLUMN referral.base_micros IS 'What the share is of, as it was booked last: validated earnings, or paid spend.';
COMMENT ON COLUMN referral.spent_micros IS 'Of an advertiser: spend from cash that was its own, summed up to the posting of spent_posting_id.';
COMMENT ON COLUMN referral.booked_on IS 'The last day (UTC) that was booked: each once.';

CREATE TABLE referral_earning (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  referral_id integer NOT NULL REFERENCES referral (id),
  referrer_id integer NOT NULL REFERENCES app_user (id),
  day date NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  returned_micros bigint NOT NULL DEFAULT 0 CHECK (returned_micros BETWEEN 0 AND amount_micros),
  release_on date NOT NULL,
  settled_as text CHECK (settled_as IN ('released', 'returned', 'given_up')),
  settled_at timestamptz,
  UNIQUE (referral_id, day),
  CHECK ((settled_as IS NULL) = (settled_at IS NULL)),
  CHECK ((settled_as = 'returned') IS NOT TRUE OR returned_micros = amount_micros),
  CHECK (returned_micros < amount_micros OR settled_as = 'returned')
);
CREATE INDEX referral_earning_referrer ON referral_earning (referrer_id, id DESC);
CREATE INDEX referral_earning_held ON referral_earning (release_on, id) WHERE settled_as IS NULL;
COMMENT ON TABLE referral_earning IS 'What a referral earned by day (UTC): on hold, then released or taken back. The ledger has the money.';
COMMENT ON COLUMN referral_earning.returned_micros IS 'Taken back while it was on hold.';
COMMENT ON COLUMN referral_earning.release_on IS 'From that day (UTC) on it is released.';
COMMENT ON COLUMN referral_earning.settled_as IS 'Null: on hold. given_up: its owner deleted the account.';

CREATE TABLE referral_day (
  link_id integer NOT NULL REFERENCES referral_link (id),
  day date NOT NULL,
  clicks integer NOT NULL DEFAULT 0 CHECK (clicks >= 0),
  sign_ups integer NOT NULL DEFAULT 0 CHECK (sign_ups >= 0),
  active integer NOT NULL DEFAULT 0 CHECK (active >= 0),
  earned_micros bigint NOT NULL DEFAULT 0 CHECK (earned_micros >= 0),
  PRIMARY KEY (link_id, day)
);
COMMENT ON TABLE referral_day IS 'The funnel by link and day (UTC): sums, of nobody in particular.';
COMMENT ON COLUMN referral_day.earned_micros IS 'Of that day, less what was taken back of it.';

CREATE TABLE referral_decision (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  referral_id integer NOT NULL REFERENCES referral (id),
  state text NOT NULL CHECK (state IN ('pending', 'active', 'refused')),
  reason text,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  decided_by integer REFERENCES app_user (id),
  decided_at timestamptz NOT NULL
);
CREATE INDEX referral_decision_referral ON referral_decision (referral_id, id DESC);
COMMENT ON TABLE referral_decision IS 'Refused and allowed referrals: by a rule (nobody), or by staff with what they wrote.';

-- A registration waits for its mail: which link it came by, and what the browser said of it, waits with it.
ALTER TABLE pending_registration
  ADD COLUMN referral_link_id integer REFERENCES referral_link (id),
  ADD COLUMN referral_same_device boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN pending_registration.referral_link_id IS 'The link it came by; null without one.';
COMMENT ON COLUMN pending_registration.referral_same_device IS 'The browser had been signed in as the owner of that link.';
