-- Why a visit was confirmed that nobody signed on site: why it was moved stays beside it.
ALTER TABLE maintenance_order ADD COLUMN confirm_reason text NOT NULL DEFAULT '';
