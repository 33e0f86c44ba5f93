-- The newest page of the list, also of a company with many orders.
CREATE INDEX repair_order_newest ON repair_order ((coalesce(submitted_at, created_at)) DESC, id DESC);
