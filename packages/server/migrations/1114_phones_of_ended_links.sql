-- The phone of a link to sign by is needed until the link ends; that of a signature is kept with the signature.
ALTER TABLE maintenance_sign_link ALTER COLUMN mobile DROP NOT NULL;
