-- How many orders projects have in each state is read from an index that holds nothing else: equal entries are kept once.
CREATE INDEX repair_order_counted ON repair_order (project_id, status);
