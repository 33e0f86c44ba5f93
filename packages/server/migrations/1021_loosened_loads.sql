-- A protected load may be switched off once two people have said so: who asked for it first, until somebody else agrees or a day is over.
ALTER TABLE prepaid_account
  ADD COLUMN loosen_asked_by int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN loosen_asked_at timestamptz,
  ADD COLUMN loosen_reason   text;
