-- Setting up alarm strategies is a permission of its own (1020). It goes to the roles that kept projects and alarms before.
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1020, false FROM role_permission p
  WHERE p.permission_id = 48 AND NOT p.half_selected
    AND EXISTS (SELECT 1 FROM role_permission a WHERE a.role_id = p.role_id AND a.permission_id = 34 AND NOT a.half_selected)
  ON CONFLICT DO NOTHING;
