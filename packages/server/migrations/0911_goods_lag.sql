-- How slowly goods follow the air around them, for the estimate of their temperature. Decision record 0135.
ALTER TABLE waybill ADD COLUMN goods_lag_minutes int CHECK (goods_lag_minutes BETWEEN 5 AND 10080);
