-- Who edits projects (5) sees maintenance (23), keeps its orders (272) and lets items of commissioning pass (1073).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (23), (272), (1073)) AS added(id)
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
