-- What waits for the network's staff is counted each time the console's overview is looked at.
CREATE INDEX property_pending ON property (created_at) WHERE state = 'pending';
CREATE INDEX app_user_pending ON app_user (created_at) WHERE status = 'pending';
CREATE INDEX xero_invoice_failed ON xero_invoice (wanted_at) WHERE state = 'failed';
