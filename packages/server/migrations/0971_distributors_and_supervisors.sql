-- Distributors and supervisors come to the companies that exist, as new ones begin with them; a role of that name stays as it is.
WITH added AS (
  INSERT INTO role (company_id, name, name_en, scope)
    SELECT c.id, kind.name, kind.name_en, 'company'
    FROM company c CROSS JOIN (VALUES ('经销商', 'Distributor'), ('主管', 'Supervisor')) AS kind(name, name_en)
    WHERE NOT EXISTS (SELECT FROM role r WHERE r.company_id = c.id AND r.scope = 'company'
      AND (r.name = kind.name OR lower(r.name_en) = lower(kind.name_en) OR lower(r.name) = lower(kind.name_en)))
    RETURNING id, name)
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT added.id, allowed.permission_id, false FROM added JOIN (VALUES
    -- Sees projects and alarms (26, 34), reports faults and works on repair orders (39, 40).
    ('经销商', 26), ('经销商', 34), ('经销商', 39), ('经销商', 40),
    -- Reads monitoring, history, alarms, events, orders, maintenance, assets, energy, reports and the analysis.
    ('主管', 26), ('主管', 31), ('主管', 30), ('主管', 34), ('主管', 131), ('主管', 123), ('主管', 39), ('主管', 23), ('主管', 42),
    ('主管', 119), ('主管', 254), ('主管', 3)
  ) AS allowed(name, permission_id) ON allowed.name = added.name;
