-- RTU_TCP: a serial device server that we dial, and that passes RTU frames on.
ALTER TABLE gateway DROP CONSTRAINT gateway_protocol_check;
ALTER TABLE gateway ADD CONSTRAINT gateway_protocol_check CHECK (protocol IN ('DTU', 'MODBUS_TCP', 'RTU_TCP', 'MQTT'));

-- Since when people keep it off: it is hung up on and neither let in nor dialled. Null: it may come.
ALTER TABLE gateway ADD COLUMN disconnected_at timestamptz;
