-- Who edits projects (5) sets up units and standards, releases units and issues boot passwords (287 to 290, 1052).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (287), (288), (289), (290), (1052)) AS added(id)
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
