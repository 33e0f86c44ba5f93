-- How many people hold each role in live projects, answered without looking at the entries.
CREATE INDEX role_entry_holders ON role_entry (role_id, user_id, project_id);
DROP INDEX role_entry_role;
