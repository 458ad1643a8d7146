-- Invoices, receipts, credit notes and statements: numbered without gaps, frozen when they are issued.
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
