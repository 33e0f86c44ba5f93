-- What is undecided follows from what is decided: of 50,000 expected assets, only those are counted.
CREATE INDEX stocktake_expected_decided ON stocktake_expected (stocktake_id, decision) WHERE decision IS NOT NULL;
