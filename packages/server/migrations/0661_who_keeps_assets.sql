-- Who sets up a project (48) sees and keeps its assets (42, 43); who edits the projects of the company (5) keeps all (1072).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (42), (43)) AS added(id)
  WHERE p.permission_id = 48 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1072, false FROM role_permission p
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
