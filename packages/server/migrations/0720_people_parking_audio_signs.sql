-- People counters, car parks, public address and signs: ordinary devices with points, each on a board of its own.
INSERT INTO subsystem (code, name_zh, name_en, position) VALUES
  ('footfall', '客流系统', 'Visitors', 160),
  ('parking', '停车系统', 'Parking', 170),
  ('publicAddress', '广播系统', 'Public address', 180),
  ('signage', '信息发布', 'Signs', 190)
ON CONFLICT (code) DO NOTHING;

INSERT INTO device_class (subsystem_id, code, name_zh, name_en, position)
SELECT s.id, c.code, c.name_zh, c.name_en, c.position
FROM (VALUES
  ('footfall', 'peopleCounter', '客流计数器', 'People counter', 10),
  ('parking', 'carPark', '停车场', 'Car park', 10),
  ('publicAddress', 'audioZone', '广播分区', 'Audio zone', 10),
  ('signage', 'sign', '信息屏', 'Sign', 10)
) AS c(subsystem, code, name_zh, name_en, position) JOIN subsystem s ON s.code = c.subsystem
ON CONFLICT (code) DO NOTHING;

INSERT INTO device_property (device_class_id, code, name, name_en, kind, unit, options, position)
SELECT c.id, p.code, p.name, p.name_en, p.kind, p.unit, ARRAY[]::text[], p.position
FROM (VALUES
  ('peopleCounter', 'position', '安装位置', 'Mounted at', 'text', '', 10),
  ('carPark', 'spaces', '车位数', 'Spaces', 'number', '', 10),
  ('audioZone', 'nominalPower', '额定功率', 'Nominal power', 'number', 'kW', 10),
  ('sign', 'position', '安装位置', 'Mounted at', 'text', '', 10)
) AS p(class, code, name, name_en, kind, unit, position) JOIN device_class c ON c.code = p.class;
