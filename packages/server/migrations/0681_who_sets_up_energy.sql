-- Who sets up the project (48) sees its energy (119) and sets up meters and tariffs (120).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (119), (120)) AS added(id)
  WHERE p.permission_id = 48 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
