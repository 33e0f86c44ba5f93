-- Who edits projects (5) draws diagrams (1040).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1040, false FROM role_permission p WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
