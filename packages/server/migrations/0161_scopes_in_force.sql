-- What a member is to see of a project, where it counts: who holds every permission, in the company or in that project, sees
-- everything, whatever was set for him before. Everybody who asks what somebody sees asks here.
CREATE VIEW scope_in_force AS
  SELECT s.user_id, s.project_id, s.devices, s.can_write, s.alarm_levels
    FROM member_scope s JOIN project p ON p.id = s.project_id
   WHERE NOT EXISTS (
     SELECT 1 FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND r.permission_id = 0 AND NOT r.half_selected
      WHERE e.user_id = s.user_id AND e.company_id = p.company_id AND e.project_id IN (-1, s.project_id));
