-- Addresses of different properties cannot be told apart once they are counts: who splits one machine over fifty
-- properties looked like fifty. They are counted for the publisher as well (docs/adr/0043-payees-are-not-believed.md).
CREATE TABLE publisher_origin (
  publisher_id integer NOT NULL REFERENCES app_user (id),
  source smallint NOT NULL CHECK (source BETWEEN 0 AND 3),
  day date NOT NULL,
  events bigint NOT NULL CHECK (events > 0),
  senders bigint NOT NULL CHECK (senders >= 0),
  visitors bigint NOT NULL CHECK (visitors >= 0),
  networks bigint NOT NULL CHECK (networks >= 0),
  PRIMARY KEY (publisher_id, source, day)
);
COMMENT ON TABLE publisher_origin IS 'The same as claim_origin over all properties of a publisher; no address is kept.';
COMMENT ON COLUMN publisher_origin.source IS 'A code of CLAIM_SOURCES; 0: all of them.';
COMMENT ON COLUMN claim_origin.senders IS 'Different addresses that sent them (a /48 of IPv6 is one), as far as the servers told them apart.';

-- Of the days before it is only known that there were as many as at the property with the most.
INSERT INTO publisher_origin
SELECT p.publisher_id, coalesce(o.source, 0), o.day, sum(o.events), max(o.senders), max(o.visitors), max(o.networks)
FROM claim_origin o JOIN property p ON p.id = o.property_id
GROUP BY GROUPING SETS ((p.publisher_id, o.source, o.day), (p.publisher_id, o.day));

-- The sums of a publisher are read every minute, with what was released in the last days.
CREATE INDEX earnings_hold_publisher ON earnings_hold (publisher_id, day) WHERE case_id IS NULL;
