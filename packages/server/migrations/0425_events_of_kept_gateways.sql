-- What is found at a gateway that is kept to some people is named to them alone.
ALTER TABLE platform_event ADD COLUMN gateway_id int;                       -- at which it was found; no reference: what was there may be gone
ALTER TABLE platform_event ADD COLUMN kept boolean NOT NULL DEFAULT false;  -- the gateway was kept to some people when it began
UPDATE platform_event SET gateway_id = subject_id WHERE subject_kind IN ('gateway', 'card');
UPDATE platform_event e SET gateway_id = s.gateway_id FROM slave s WHERE e.subject_kind = 'slave' AND s.id = e.subject_id;
UPDATE platform_event e SET kept = true FROM gateway g
 WHERE g.id = e.gateway_id AND g.project_id = e.project_id AND g.sharing IN ('creator', 'user');

-- Who may open an event: as the list of gateways has it (gatewayVisible), by how the gateway is shared now as long as it is there. Who
-- sets up gateways for the whole company (1005) opens all of them, and what is left of one that is gone.
CREATE VIEW sees_event AS
  SELECT sees.user_id, e.id AS event_id
    FROM platform_event e JOIN sees_events sees ON sees.project_id = e.project_id JOIN project p ON p.id = e.project_id
    LEFT JOIN gateway g ON g.id = e.gateway_id AND g.project_id = e.project_id
   WHERE NOT coalesce(g.sharing IN ('creator', 'user'), e.kept)
      OR g.created_by = sees.user_id
      OR (g.sharing = 'user' AND EXISTS (SELECT 1 FROM gateway_user u WHERE u.gateway_id = g.id AND u.user_id = sees.user_id))
      OR EXISTS (
       SELECT 1 FROM role_entry r JOIN role_permission held ON held.role_id = r.role_id AND held.permission_id IN (0, 1005) AND NOT held.half_selected
        WHERE r.user_id = sees.user_id AND r.company_id = p.company_id AND r.project_id = -1);
