-- A page of the register is found by its index, in either direction; what is missing stands last in both.
CREATE INDEX asset_by_name ON asset (company_id, name, id);
CREATE INDEX asset_by_update ON asset (company_id, updated_at, id);
CREATE INDEX asset_by_install ON asset (company_id, install_date, id);
CREATE INDEX asset_by_install_back ON asset (company_id, install_date DESC NULLS LAST, id DESC);
CREATE INDEX asset_by_amount ON asset (company_id, amount_fen, id);
CREATE INDEX asset_by_amount_back ON asset (company_id, amount_fen DESC NULLS LAST, id DESC);
