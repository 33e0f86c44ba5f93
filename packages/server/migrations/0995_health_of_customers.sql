-- How well the service of a customer goes, once a day: the figures as they were found, and the score that followed from them.
CREATE TABLE customer_health (
  customer_id int NOT NULL REFERENCES customer ON DELETE CASCADE,
  day         date NOT NULL,                    -- where the company is
  score       smallint CHECK (score BETWEEN 0 AND 100), -- null: nothing was known
  figures     jsonb NOT NULL,
  PRIMARY KEY (customer_id, day)
);
