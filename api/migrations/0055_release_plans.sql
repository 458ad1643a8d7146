-- A planned activation is as good as the token it was planned with, and a server says what it was built with and nobody gets.

ALTER TABLE remote_plan ADD COLUMN token_id integer REFERENCES remote_token (id);
COMMENT ON COLUMN remote_plan.token_id IS 'The token it was planned with, good for it still when it is due; null when actor_admin says who, and of a plan that nobody can be held to any more.';
-- Until now a plan had its token's label alone.
UPDATE remote_plan p SET token_id = (
  SELECT max(t.id) FROM remote_token t WHERE t.label = p.actor AND (t.remote = p.name OR t.remote IS NULL)
) WHERE actor_admin IS NULL;

ALTER TABLE remote_event DROP CONSTRAINT remote_event_event_check;
ALTER TABLE remote_event ADD CONSTRAINT remote_event_event_check CHECK (event IN ('published', 'built', 'started',
  'activated', 'rolled_back', 'canary', 'canary_ended', 'pinned', 'unpinned', 'planned', 'plan_cancelled', 'plan_refused'));

-- A namespace belongs to the remote that showed it first: asked with every activation, while all others wait.
CREATE INDEX remote_release_namespace ON remote_release ((release -> 'manifest' ->> 'namespace'));
