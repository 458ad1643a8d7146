-- A notice to an admin said whose conversation it was and what it said, past the console's door and its audit.
UPDATE notice
SET data = data - 'subject' - 'customer' - 'excerpt'
WHERE event = 'support_asked';
