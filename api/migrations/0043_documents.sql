-- Invoices, receipts, credit notes and statements: numbered without gaps, frozen when they are issued. And how advertisers
-- read the ledger: its transactions as lines with a running balance.
CREATE TABLE document_counter (
  kind text NOT NULL,
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 9999),
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, year)
);
COMMENT ON TABLE document_counter IS 'The last number of each kind and year; moves in the transaction that issues the document.';

CREATE TABLE document (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (length(number) BETWEEN 5 AND 40),
  kind text NOT NULL CHECK (kind IN ('invoice', 'proforma', 'credit_note', 'credit_statement', 'payout_statement')),
  user_id integer NOT NULL REFERENCES app_user (id),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 80),
  payment_id integer REFERENCES payment (id),
  currency char(3) NOT NULL DEFAULT 'USD',
  total_micros bigint NOT NULL,
  content jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (kind, subject)
);
CREATE INDEX document_user ON document (user_id, id DESC);
CREATE INDEX document_payment ON document (payment_id) WHERE payment_id IS NOT NULL;
CREATE TRIGGER document_frozen BEFORE UPDATE OR DELETE ON document FOR EACH ROW EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE document IS 'What customers can download as PDF; never changed, kept for as long as the books are.';
COMMENT ON COLUMN document.subject IS 'What it is about, as payment:1001: one document of a kind each.';
COMMENT ON COLUMN document.content IS 'All that it shows: seller, buyer, lines, as they were when it was issued.';

-- The ledger as its owner reads it. A batch of events posts four times a second: what is spent in an hour is one line. All of
-- it follows from the postings and may be emptied: it is then made again.
CREATE TABLE funds_line (
  advertiser_id integer NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  shelf text NOT NULL CHECK (shelf IN ('deposits', 'spend', 'corrections')),
  stretch text NOT NULL,
  transaction_id bigint NOT NULL,
  first_posting_id bigint NOT NULL,
  last_posting_id bigint NOT NULL,
  transactions integer NOT NULL,
  started_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  amount_micros bigint NOT NULL,
  bonus_micros bigint NOT NULL,
  balance_micros bigint NOT NULL,
  events jsonb,
  PRIMARY KEY (advertiser_id, seq)
);
CREATE INDEX funds_line_shelf ON funds_line (advertiser_id, shelf, seq);
CREATE INDEX funds_line_time ON funds_line (advertiser_id, occurred_at, seq);
CREATE UNIQUE INDEX funds_line_transaction ON funds_line (advertiser_id, transaction_id);
COMMENT ON TABLE funds_line IS 'An advertiser''s ledger transactions in the order of their postings, those of events together by the hour, with the balance after each.';
COMMENT ON COLUMN funds_line.stretch IS 'What further transactions have to be of to be part of the line, as long as it is the last.';
COMMENT ON COLUMN funds_line.transaction_id IS 'The first of its transactions: what it is called by.';
COMMENT ON COLUMN funds_line.amount_micros IS 'What cash and bonus gained or lost together; balance_micros is what they hold after it.';
COMMENT ON COLUMN funds_line.bonus_micros IS 'Of the amount, what the bonus gained or lost.';
COMMENT ON COLUMN funds_line.events IS 'Campaign, kind, count and micros of the events behind it; null where the transactions do not say.';

CREATE TABLE funds_line_mark (
  account_id integer PRIMARY KEY REFERENCES ledger_account (id),
  posting_id bigint NOT NULL
);
COMMENT ON TABLE funds_line_mark IS 'Up to which posting of an account the lines go.';
