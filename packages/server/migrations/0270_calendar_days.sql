-- Days on which a company's calendar differs from the week: holidays, and days that are worked like another one. What runs by the
-- week goes by them: periods of alarm rules, rotas.
CREATE TABLE calendar_day (
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  day        date NOT NULL,
  counts_as  smallint NOT NULL CHECK (counts_as BETWEEN 1 AND 8), -- 8: a holiday; 1 Monday … 7 Sunday: like that day
  name       text NOT NULL DEFAULT '',
  PRIMARY KEY (company_id, day)
);
