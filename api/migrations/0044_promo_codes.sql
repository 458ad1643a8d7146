-- Promo codes and their uses.
CREATE TABLE promo_code (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9_-]{2,39}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '',
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed_amount', 'bonus_balance')),
  discount_bps integer CHECK (discount_bps BETWEEN 1 AND 100000),
  discount_micros bigint CHECK (discount_micros > 0),
  bonus_most_micros bigint CHECK (bonus_most_micros > 0),
  is_active boolean NOT NULL DEFAULT true,
  is_public boolean NOT NULL DEFAULT false,
  usage_limit integer CHECK (usage_limit > 0),
  usage_count integer NOT NULL DEFAULT 0 CHECK (usage_count >= 0),
  per_account_limit integer NOT NULL DEFAULT 1 CHECK (per_account_limit > 0),
  minimum_micros bigint CHECK (minimum_micros > 0),
  minimum_currency char(3) NOT NULL DEFAULT 'USD',
  new_accounts_only boolean NOT NULL DEFAULT false,
  account_type_ids smallint[] NOT NULL DEFAULT '{}',
  account_id integer REFERENCES app_user (id),
  valid_from timestamptz,
  valid_until timestamptz,
  creator_id integer REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((discount_type = 'percentage') = (discount_bps IS NOT NULL)),
  CHECK ((discount_type = 'percentage') = (discount_micros IS NULL)),
  CHECK (usage_limit IS NULL OR usage_count <= usage_limit),
  CHECK (valid_from IS NULL OR valid_until IS NULL OR valid_from < valid_until)
);
CREATE UNIQUE INDEX promo_code_code ON promo_code (code);
COMMENT ON TABLE promo_code IS 'What adds a bonus to a deposit, or is a bonus by itself (bonus_balance).';
COMMENT ON COLUMN promo_code.discount_bps IS 'Percentage of the deposit in basis points; the bonus is at most bonus_most_micros.';
COMMENT ON COLUMN promo_code.usage_count IS 'Reserved and redeemed uses, kept in the transaction that makes or ends one.';
COMMENT ON COLUMN promo_code.account_type_ids IS 'Account types it is for; empty: all.';
COMMENT ON COLUMN promo_code.account_id IS 'The one account it is for; null: any.';
COMMENT ON COLUMN promo_code.new_accounts_only IS 'Only for accounts that have never completed a deposit.';

CREATE TABLE promo_use (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  promo_code_id integer NOT NULL REFERENCES promo_code (id),
  user_id integer NOT NULL REFERENCES app_user (id),
  payment_id integer UNIQUE REFERENCES payment (id),
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 120),
  state text NOT NULL CHECK (state IN ('reserved', 'redeemed', 'released')),
  amount_micros bigint CHECK (amount_micros > 0),
  bonus_micros bigint NOT NULL CHECK (bonus_micros > 0),
  returned_micros bigint NOT NULL DEFAULT 0 CHECK (returned_micros BETWEEN 0 AND bonus_micros),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (user_id, client_key),
  CHECK ((state = 'reserved') = (ended_at IS NULL))
);
CREATE INDEX promo_use_code ON promo_use (promo_code_id, id);
CREATE INDEX promo_use_user ON promo_use (user_id, promo_code_id);
COMMENT ON TABLE promo_use IS 'Uses of promo codes: reserved with a deposit, redeemed with its completion, released with its end.';
COMMENT ON COLUMN promo_use.amount_micros IS 'Of the deposit that the bonus was promised for; null for a bonus balance.';
COMMENT ON COLUMN promo_use.returned_micros IS 'Of the bonus, what was taken back since the deposit was.';
