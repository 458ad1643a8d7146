-- Conversations with support (docs/support.md).
CREATE TABLE support_conversation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  client_id uuid NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 140),
  state text NOT NULL CHECK (state IN ('open', 'waiting', 'solved')),
  agent_id integer REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  waiting_since timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  customer_read_id integer,
  customer_read_at timestamptz,
  support_read_id integer,
  support_read_at timestamptz,
  UNIQUE (user_id, client_id),
  CHECK ((state = 'open') = (waiting_since IS NOT NULL)),
  CHECK (asked_at IS NOT NULL OR waiting_since IS NULL),
  CHECK ((customer_read_id IS NULL) = (customer_read_at IS NULL)),
  CHECK ((support_read_id IS NULL) = (support_read_at IS NULL))
);
CREATE INDEX support_conversation_user ON support_conversation (user_id, changed_at DESC);
CREATE INDEX support_conversation_open ON support_conversation (waiting_since) WHERE state = 'open';
CREATE INDEX support_conversation_changed ON support_conversation (state, changed_at DESC);
CREATE INDEX support_conversation_answered ON support_conversation (answered_at);
COMMENT ON TABLE support_conversation IS 'What a customer talks about with support.';
COMMENT ON COLUMN support_conversation.user_id IS 'The customer.';
COMMENT ON COLUMN support_conversation.client_id IS 'Made by the browser: what is sent twice stands once.';
COMMENT ON COLUMN support_conversation.state IS 'open: support''s turn; waiting: the customer''s; solved: nobody''s, until somebody writes again.';
COMMENT ON COLUMN support_conversation.agent_id IS 'The operator who answered last; null: nobody has yet.';
COMMENT ON COLUMN support_conversation.changed_at IS 'Of the newest message.';
COMMENT ON COLUMN support_conversation.waiting_since IS 'Since when the customer waits for a person; null: they do not.';
COMMENT ON COLUMN support_conversation.asked_at IS 'When a person was first asked; null while the customer''s own figures have answered.';
COMMENT ON COLUMN support_conversation.answered_at IS 'When a person answered first.';
COMMENT ON COLUMN support_conversation.customer_read_id IS 'Newest support_message that the customer has seen.';
COMMENT ON COLUMN support_conversation.support_read_id IS 'Newest support_message that an operator has seen.';

CREATE TABLE support_message (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation_id integer NOT NULL REFERENCES support_conversation (id) ON DELETE CASCADE,
  sender text NOT NULL CHECK (sender IN ('customer', 'support', 'diagnosis', 'system')),
  author_id integer REFERENCES app_user (id),
  client_id uuid,
  body text NOT NULL DEFAULT '' CHECK (length(body) <= 4000),
  findings jsonb NOT NULL DEFAULT '[]',
  happened text CHECK (happened IN ('solved', 'reopened', 'assigned')),
  sent_at timestamptz NOT NULL,
  UNIQUE (conversation_id, author_id, client_id),
  CHECK ((sender = 'diagnosis') = (author_id IS NULL)),
  CHECK ((sender = 'system') = (happened IS NOT NULL)),
  CHECK ((sender IN ('customer', 'support')) = (client_id IS NOT NULL))
);
CREATE INDEX support_message_conversation ON support_message (conversation_id, id);
COMMENT ON TABLE support_message IS 'Messages of a conversation; ids grow in the order they were written, since the conversation is held meanwhile.';
COMMENT ON COLUMN support_message.author_id IS 'Who wrote it, or who did what a system message tells; null: the network''s own diagnosis.';
COMMENT ON COLUMN support_message.client_id IS 'Made by the browser: what is sent twice stands once. The first message has its conversation''s.';
COMMENT ON COLUMN support_message.body IS 'Plain text.';
COMMENT ON COLUMN support_message.findings IS 'Of a diagnosis: contracts'' finding.';

CREATE TABLE support_attachment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  message_id integer REFERENCES support_message (id) ON DELETE CASCADE,
  place smallint,
  file text NOT NULL UNIQUE CHECK (file ~ '^[0-9a-f]{48}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  type text NOT NULL,
  byte_count integer NOT NULL CHECK (byte_count > 0),
  created_at timestamptz NOT NULL,
  CHECK ((message_id IS NULL) = (place IS NULL))
);
CREATE INDEX support_attachment_message ON support_attachment (message_id);
CREATE INDEX support_attachment_user ON support_attachment (user_id);
CREATE INDEX support_attachment_unsent ON support_attachment (created_at) WHERE message_id IS NULL;
COMMENT ON TABLE support_attachment IS 'Files sent to support and by it; their bytes lie in DATA_DIR/support.';
COMMENT ON COLUMN support_attachment.user_id IS 'Who uploaded it.';
COMMENT ON COLUMN support_attachment.message_id IS 'The message it was sent with; null: not sent yet, and removed after a day.';
COMMENT ON COLUMN support_attachment.place IS 'Its place in the message.';
COMMENT ON COLUMN support_attachment.file IS 'Random; the name it came with is never a path.';
COMMENT ON COLUMN support_attachment.type IS 'One of contracts'' ATTACHMENT_TYPES, found from the bytes.';

CREATE TABLE support_file_to_remove (
  file text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX support_file_to_remove_due ON support_file_to_remove (due_at);
COMMENT ON TABLE support_file_to_remove IS 'Files of DATA_DIR/support that are removed once it is time: what was erased, and what is just being uploaded, should its upload end in the middle.';
