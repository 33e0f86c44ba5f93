-- Who sets up gateways (1005) calibrates tags (1033); who sets up the project (48) or handles its alarms (1000) edits waybills (1032).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1033, false FROM role_permission p WHERE p.permission_id = 1005 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT DISTINCT p.role_id, 1032, false FROM role_permission p WHERE p.permission_id IN (48, 1000) AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
