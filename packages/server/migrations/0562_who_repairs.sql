-- Repair orders come to the roles that exist. Who handles alarms (1000) sees, reports and repairs (39, 40).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (39), (40)) AS added(id)
  WHERE p.permission_id = 1000 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
-- Who sets up the project (48) and handles its alarms dispatches (1050) and settles (1070), too.
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (1050), (1070)) AS added(id)
  WHERE p.permission_id = 48 AND NOT p.half_selected
    AND EXISTS (SELECT 1 FROM role_permission a WHERE a.role_id = p.role_id AND a.permission_id = 1000 AND NOT a.half_selected)
  ON CONFLICT DO NOTHING;
