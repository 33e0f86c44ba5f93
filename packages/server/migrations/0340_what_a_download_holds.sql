-- What an export was asked to hold, in words: rows of the download centre that are called the same are told apart by it.
ALTER TABLE download ADD detail_zh text, ADD detail_en text;
