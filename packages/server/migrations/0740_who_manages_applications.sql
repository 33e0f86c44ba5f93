-- Who sees the gateways, devices and cameras of the company (81) sees and chooses what their projects show of them (24).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 24, false FROM role_permission p
  WHERE p.permission_id = 81 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
