-- What the invited person will see of the project: {"devices", "canWrite", "alarmLevels", "listed": [{"deviceId", "canWrite"}]}.
-- Null: all that whoever invites sees. Devices that were deleted meanwhile are left out when the invitation is used.
ALTER TABLE invitation_project ADD COLUMN data_access jsonb;
