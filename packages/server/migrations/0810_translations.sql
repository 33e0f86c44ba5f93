-- What people of a company read on an English screen in place of a text that was typed in Chinese. One to one within a company, so that
-- a text that comes back from an English screen is found again.
CREATE TABLE translation (
  company_id int  NOT NULL REFERENCES company(id) ON DELETE CASCADE,
  text       text NOT NULL CHECK (text <> ''),
  english    text NOT NULL CHECK (english <> ''),
  PRIMARY KEY (company_id, text),
  UNIQUE (company_id, english)
);
