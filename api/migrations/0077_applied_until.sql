-- Whoever asks whether figures are final asks every process that serves ads, not the one it happens to be.
ALTER TABLE serving_node ADD COLUMN applied_until timestamptz;
COMMENT ON COLUMN serving_node.applied_until IS 'Up to when the events of its journal are in the database; null before its first sign of life: up to joined_at.';
