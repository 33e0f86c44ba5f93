-- When a code sent to the number showed that it is his. Null: a company typed it, which says nothing about who he is.
ALTER TABLE app_user ADD COLUMN mobile_proven_at timestamptz;
UPDATE app_user SET mobile_proven_at = created_at WHERE mobile IS NOT NULL AND created_by_company_id IS NULL;

-- An account is its maker's only while it works for nobody else. Those that joined another company since are let go as they
-- are from now on: with the password that the maker gave it nobody opens the other company. Whoever has a phone comes in by it.
UPDATE session_family SET revoked_at = now()
 WHERE revoked_at IS NULL AND user_id IN (
   SELECT u.id FROM app_user u JOIN membership m ON m.user_id = u.id AND m.company_id <> u.created_by_company_id
    WHERE u.mobile IS NOT NULL);
UPDATE app_user u
   SET created_by_company_id = NULL,
       password_hash = CASE WHEN u.mobile IS NULL THEN u.password_hash END,
       openid_issuer = CASE WHEN u.mobile IS NULL THEN u.openid_issuer END,
       openid_subject = CASE WHEN u.mobile IS NULL THEN u.openid_subject END,
       openid_name = CASE WHEN u.mobile IS NULL THEN u.openid_name END
 WHERE EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id <> u.created_by_company_id);
