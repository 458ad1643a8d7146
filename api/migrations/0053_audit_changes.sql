-- "Changes only" of the audit: most of it are looks, also of the admin that is asked for.
CREATE INDEX debug_audit_changes ON debug_audit (id DESC)
  WHERE method NOT IN ('GET', 'HEAD') AND status < 400 AND path <> '/debug-tool/log';
