-- Who may open a project: whoever has an entry in it, and whoever holds a role of the company that grants everything (0) or all
-- projects (1001). A row for each reason, deleted projects among them. Everybody who asks for the people of a project asks here;
-- who counts only active members joins membership.
CREATE VIEW opens_project AS
  SELECT e.user_id, e.project_id
    FROM role_entry e JOIN project p ON p.id = e.project_id AND p.company_id = e.company_id
  UNION ALL
  SELECT e.user_id, p.id AS project_id
    FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND NOT r.half_selected AND r.permission_id IN (0, 1001)
    JOIN project p ON p.company_id = e.company_id
   WHERE e.project_id = -1;
