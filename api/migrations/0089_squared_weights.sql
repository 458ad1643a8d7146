-- How unequal the weights of an hour's traces were: what the sample of an hour is worth (docs/adr/0013).
ALTER TABLE traced_hourly ADD COLUMN squares bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN traced_hourly.squares IS 'The squares of the traces'' weights, summed, for Kish''s size of the sample. Hours of before have none, and hours in which an older server wrote not all: they count as if their weights were equal (decisions² / traces), which is the least there can be.';
