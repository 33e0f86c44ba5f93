-- Who publishes reports (256) publishes compliance packs (1034).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1034, false FROM role_permission p WHERE p.permission_id = 256 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
