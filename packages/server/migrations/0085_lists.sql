-- How a person looks at a list. All of it is one person's own, within one company.
CREATE TABLE list_columns (
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  list        text NOT NULL,                    -- as the screen calls it: 'members'
  foreign_id  int NOT NULL DEFAULT 0,           -- what else it hangs on, such as a project; 0: nothing
  field       text NOT NULL,                    -- JSON of the screen: columns in their order, hidden ones, widths
  PRIMARY KEY (user_id, company_id, list, foreign_id)
);

CREATE TABLE list_view (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  list        text NOT NULL,
  name        text NOT NULL,
  query       text NOT NULL,                    -- filters and order as the address has them: 'level=1,2&sort=name'
  field       text,                             -- as in list_columns; null: the columns stay as they are
  UNIQUE (user_id, company_id, list, name)
);
