-- Who edits projects (5) keeps customers (275) and renews them (1051): a renewal moves the end of their projects.
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (275), (1051)) AS added(id)
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
