-- Whoever enters leave for somebody decides who is called in the projects he sets up, and nowhere else. Null: in every project of the
-- company, as one's own leave does; so does what was entered before, of which nobody knows who entered it.
ALTER TABLE duty_absence ADD COLUMN project_ids int[];

-- When a way last took a message, asked each minute while others wait.
CREATE INDEX notification_message_taken ON notification_message (channel, sent_at DESC) WHERE sent_at IS NOT NULL;
