-- When somebody agreed to the terms is part of the proof that they did: registering, or completing a registration that
-- began elsewhere, may lie days away from the time their account was made.
ALTER TABLE app_user ADD COLUMN terms_agreed_at timestamptz;
-- Until now both happened at once, as far as is known.
UPDATE app_user SET terms_agreed_at = created_at WHERE terms_version IS NOT NULL;
COMMENT ON COLUMN app_user.terms_agreed_at IS 'When the terms of terms_version were agreed to; null as long as none were.';
