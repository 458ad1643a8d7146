-- Trouble with a release whose pages are for people who are signed in counts by their accounts, too.
ALTER TABLE remote_failure ADD COLUMN account char(22);
COMMENT ON COLUMN remote_failure.account IS 'Keyed hash of who was signed in, with the key of the network''s day; null for a guest.';
