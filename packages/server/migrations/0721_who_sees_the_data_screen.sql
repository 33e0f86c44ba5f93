-- The data screen shows what the overview map and the analysis show: who sees the statistics of the company (3) opens it (1042).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1042, false FROM role_permission p
  WHERE p.permission_id = 3 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
