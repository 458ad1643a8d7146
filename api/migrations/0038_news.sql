-- News for advertisers and publishers (docs/news.md).
CREATE TABLE news_article (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 140),
  category text NOT NULL CHECK (category IN ('product', 'traffic', 'policy', 'incident')),
  audiences text[] NOT NULL CHECK (cardinality(audiences) > 0 AND audiences <@ '{advertiser,publisher}'),
  pinned boolean NOT NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
  summary text NOT NULL,
  author_id integer NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by integer NOT NULL REFERENCES app_user (id),
  published_at timestamptz,
  revised_at timestamptz CHECK (revised_at IS NULL OR published_at IS NOT NULL),
  announced text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX news_article_published ON news_article (pinned DESC, published_at DESC, id DESC)
  WHERE published_at IS NOT NULL;
COMMENT ON TABLE news_article IS 'What operators write for advertisers and publishers.';
COMMENT ON COLUMN news_article.audiences IS 'Roles it is for.';
COMMENT ON COLUMN news_article.pinned IS 'Stands above the others.';
COMMENT ON COLUMN news_article.body IS 'Markdown.';
COMMENT ON COLUMN news_article.summary IS 'First words of the body, without formatting.';
COMMENT ON COLUMN news_article.version IS 'Grows with every change: of two who change it at once the second is told.';
COMMENT ON COLUMN news_article.published_at IS 'Null: a draft, or withdrawn.';
COMMENT ON COLUMN news_article.revised_at IS 'When title, category or body changed last since it was published.';
COMMENT ON COLUMN news_article.announced IS 'Roles whose accounts were told of it: nobody is told twice.';

CREATE TABLE news_read (
  user_id integer NOT NULL REFERENCES app_user (id),
  article_id integer NOT NULL REFERENCES news_article (id) ON DELETE CASCADE,
  read_at timestamptz NOT NULL,
  opened boolean NOT NULL,
  PRIMARY KEY (user_id, article_id)
);
CREATE INDEX news_read_article ON news_read (article_id, user_id) WHERE opened;
COMMENT ON TABLE news_read IS 'Who has read what. Besides, what was published before an account was made counts as read.';
COMMENT ON COLUMN news_read.opened IS 'False: marked as read with all the others.';

CREATE TABLE news_audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL,
  actor_id integer NOT NULL REFERENCES app_user (id),
  article_id integer NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'changed', 'published', 'withdrawn', 'deleted')),
  detail jsonb NOT NULL
);
CREATE TRIGGER news_audit_append_only BEFORE UPDATE OR DELETE ON news_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE news_audit IS 'What operators did with articles, append-only.';
COMMENT ON COLUMN news_audit.article_id IS 'Of news_article; outlives a deleted draft.';
COMMENT ON COLUMN news_audit.detail IS 'version, title; of a change the names of the fields that changed; of a publication whom it was announced to.';
