-- Trackers report values that cannot be read (`{payout}`, `1,5`): the conversion counts, and nobody knows what it is worth.
ALTER TABLE conversion ALTER COLUMN value_micros DROP NOT NULL;
COMMENT ON COLUMN conversion.value_micros IS 'What it is worth to the advertiser; null when the reported value could not be read. No price follows from it.';
