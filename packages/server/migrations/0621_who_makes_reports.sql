-- Who edits projects (5) sets up reports (254 to 257); who analyses the company (3) reads them (254).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (254), (255), (256), (257)) AS added(id)
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 254, false FROM role_permission p WHERE p.permission_id = 3 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
