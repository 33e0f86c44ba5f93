-- Who edits projects (5) keeps teams, contracts and templates (269 to 271) and signs contracts (1071).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (269), (270), (271), (1071)) AS added(id)
  WHERE p.permission_id = 5 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
