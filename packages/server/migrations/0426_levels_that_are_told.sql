-- Of what is for the record only (4) nobody is told, no webhook either: nobody asks for it any more. Who asked for nothing else
-- never heard anything: a contact goes, a webhook stays as it was set up, switched off.
DELETE FROM alarm_strategy_contact WHERE severities <@ '{4}';
UPDATE alarm_strategy_contact SET severities = array_remove(severities, 4::smallint) WHERE 4 = ANY (severities);
UPDATE company_webhook SET severities = '{3}', enabled = false WHERE severities <@ '{4}';
UPDATE company_webhook SET severities = array_remove(severities, 4::smallint) WHERE 4 = ANY (severities);

ALTER TABLE alarm_strategy_contact DROP CONSTRAINT alarm_strategy_contact_severities_check;
ALTER TABLE alarm_strategy_contact ADD CONSTRAINT alarm_strategy_contact_severities_check
  CHECK (cardinality(severities) > 0 AND severities <@ '{1,2,3}');
ALTER TABLE company_webhook DROP CONSTRAINT company_webhook_severities_check;
ALTER TABLE company_webhook ADD CONSTRAINT company_webhook_severities_check
  CHECK (cardinality(severities) > 0 AND severities <@ '{1,2,3}');
