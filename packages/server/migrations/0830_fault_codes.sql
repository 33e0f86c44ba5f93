-- What orders say in codes: symptom, mechanism, cause and remedy, after ISO 14224:2006 annex B. Those of no company are the product's
-- own; a company adds its own, and puts out of use what it does not want. None is deleted: old orders keep what they say.
CREATE TABLE fault_code (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      int REFERENCES company ON DELETE CASCADE,
  device_class_id int REFERENCES device_class ON DELETE CASCADE,  -- null: of every class
  kind            text NOT NULL CHECK (kind IN ('symptom', 'mechanism', 'cause', 'remedy')),
  code            text NOT NULL,
  name_zh         text NOT NULL,
  name_en         text NOT NULL,
  iso14224        text NOT NULL DEFAULT '',
  active          boolean NOT NULL DEFAULT true,
  position        int NOT NULL DEFAULT 1000
);
CREATE UNIQUE INDEX fault_code_code ON fault_code (coalesce(company_id, 0), kind, coalesce(device_class_id, 0), lower(code));
CREATE INDEX fault_code_company ON fault_code (company_id) WHERE company_id IS NOT NULL;
CREATE INDEX fault_code_class ON fault_code (device_class_id) WHERE device_class_id IS NOT NULL;

-- The product's codes that a company has put out of use.
CREATE TABLE fault_code_unused (
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  code_id    int NOT NULL REFERENCES fault_code ON DELETE CASCADE,
  PRIMARY KEY (company_id, code_id)
);
CREATE INDEX fault_code_unused_code ON fault_code_unused (code_id);

ALTER TABLE repair_order
  ADD COLUMN symptom_id   int REFERENCES fault_code ON DELETE SET NULL,
  ADD COLUMN mechanism_id int REFERENCES fault_code ON DELETE SET NULL,
  ADD COLUMN cause_id     int REFERENCES fault_code ON DELETE SET NULL,
  ADD COLUMN remedy_id    int REFERENCES fault_code ON DELETE SET NULL;
CREATE INDEX repair_order_symptom ON repair_order (symptom_id) WHERE symptom_id IS NOT NULL;
CREATE INDEX repair_order_mechanism ON repair_order (mechanism_id) WHERE mechanism_id IS NOT NULL;
CREATE INDEX repair_order_cause ON repair_order (cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX repair_order_remedy ON repair_order (remedy_id) WHERE remedy_id IS NOT NULL;

INSERT INTO fault_code (kind, code, iso14224, name_zh, name_en, position) VALUES
  ('symptom', 'FTS', 'FTS', '无法启动', 'Does not start', 10),
  ('symptom', 'STP', 'STP', '无法停机', 'Does not stop', 20),
  ('symptom', 'UST', 'UST', '异常停机', 'Stops by itself', 30),
  ('symptom', 'VIB', 'VIB', '振动', 'Vibration', 40),
  ('symptom', 'NOI', 'NOI', '异响', 'Noise', 50),
  ('symptom', 'OHE', 'OHE', '过热', 'Overheating', 60),
  ('symptom', 'ELU', 'ELU', '外漏', 'Leaks outside', 70),
  ('symptom', 'INL', 'INL', '内漏', 'Leaks inside', 80),
  ('symptom', 'PLU', 'PLU', '堵塞', 'Blocked', 90),
  ('symptom', 'AIR', 'AIR', '读数异常', 'Abnormal reading', 100),
  ('symptom', 'STD', 'STD', '部件破损', 'Broken part', 110),
  ('symptom', 'OTH', 'OTH', '其他', 'Other', 900),
  ('mechanism', '1', '1', '机械失效', 'Mechanical failure', 10),
  ('mechanism', '1.1', '1.1', '泄漏', 'Leakage', 11),
  ('mechanism', '1.5', '1.5', '松动', 'Looseness', 15),
  ('mechanism', '1.6', '1.6', '卡滞', 'Sticking', 16),
  ('mechanism', '2.2', '2.2', '腐蚀', 'Corrosion', 22),
  ('mechanism', '2.4', '2.4', '磨损', 'Wear', 24),
  ('mechanism', '2.5', '2.5', '断裂', 'Breakage', 25),
  ('mechanism', '2.7', '2.7', '过热', 'Overheating', 27),
  ('mechanism', '3', '3', '仪表失效', 'Instrument failure', 30),
  ('mechanism', '3.1', '3.1', '控制失效', 'Control failure', 31),
  ('mechanism', '3.2', '3.2', '无信号', 'No signal', 32),
  ('mechanism', '3.3', '3.3', '信号错误', 'Faulty signal', 33),
  ('mechanism', '3.4', '3.4', '失准', 'Out of adjustment', 34),
  ('mechanism', '4', '4', '电气失效', 'Electrical failure', 40),
  ('mechanism', '4.1', '4.1', '短路', 'Short circuit', 41),
  ('mechanism', '4.2', '4.2', '断路', 'Open circuit', 42),
  ('mechanism', '4.3', '4.3', '断电', 'No power', 43),
  ('mechanism', '5.1', '5.1', '堵塞', 'Blockage', 51),
  ('mechanism', '5.2', '5.2', '污染', 'Contamination', 52),
  ('mechanism', '6.4', '6.4', '未知', 'Unknown', 90),
  ('cause', '1.1', '1.1', '选型容量不当', 'Improper capacity', 11),
  ('cause', '2.1', '2.1', '制造缺陷', 'Fabrication failure', 21),
  ('cause', '2.2', '2.2', '安装不当', 'Installation failure', 22),
  ('cause', '3.1', '3.1', '超出设计工况', 'Off-design service', 31),
  ('cause', '3.2', '3.2', '操作失误', 'Operating error', 32),
  ('cause', '3.3', '3.3', '维护不当', 'Maintenance error', 33),
  ('cause', '3.4', '3.4', '正常磨损', 'Expected wear and tear', 34),
  ('cause', '5.4', '5.4', '其他', 'Other', 54),
  ('remedy', '1', '1', '更换', 'Replace', 10),
  ('remedy', '2', '2', '修理', 'Repair', 20),
  ('remedy', '3', '3', '改造', 'Modify', 30),
  ('remedy', '4', '4', '调整', 'Adjust', 40),
  ('remedy', '5', '5', '清洁整修', 'Refit', 50),
  ('remedy', '6', '6', '检查', 'Check', 60),
  ('remedy', '7', '7', '保养', 'Service', 70),
  ('remedy', '12', '12', '其他', 'Other', 120);

INSERT INTO fault_code (device_class_id, kind, code, iso14224, name_zh, name_en, position)
SELECT c.id, f.kind, f.code, f.iso14224, f.name_zh, f.name_en, f.position
FROM (VALUES
  ('cold', 'symptom', 'WARM', 'LOO', '温度偏高，制冷不足', 'Too warm, too little cooling', 1),
  ('cold', 'symptom', 'COLD', 'HIO', '温度偏低', 'Too cold', 2),
  ('cold', 'symptom', 'ICE', 'PLU', '蒸发器结霜严重', 'Evaporator iced up', 3),
  ('cold', 'symptom', 'FAN', 'BRD', '风机停转', 'Fan standing still', 4),
  ('cold', 'symptom', 'DOOR', 'STD', '库门或密封条破损', 'Door or gasket damaged', 5),
  ('cold', 'cause', 'GAS', '3.4', '制冷剂不足', 'Too little refrigerant', 1),
  ('cold', 'cause', 'DEFROST', '3.3', '化霜设置不当', 'Defrost badly set', 2),
  ('cold', 'cause', 'DOOROPEN', '3.2', '库门长时间未关', 'Door left open', 3),
  ('cold', 'cause', 'BEARING', '3.4', '轴承磨损', 'Worn bearing', 4),
  ('cold', 'remedy', 'DEFROSTED', '5', '手动化霜', 'Defrosted by hand', 1),
  ('cold', 'remedy', 'GASFILLED', '7', '补充制冷剂', 'Refrigerant filled up', 2),
  ('cold', 'remedy', 'MOTOR', '1', '更换风机电机', 'Fan motor replaced', 3),
  ('compressor', 'symptom', 'HP', 'PDE', '高压报警', 'High pressure', 1),
  ('compressor', 'symptom', 'LP', 'PDE', '低压报警', 'Low pressure', 2),
  ('compressor', 'symptom', 'CYCLE', 'ERO', '启停频繁', 'Short cycling', 3),
  ('compressor', 'symptom', 'OIL', 'PDE', '油压或油位异常', 'Oil pressure or level', 4),
  ('compressor', 'cause', 'DIRTYCOIL', '3.3', '冷凝器脏堵', 'Dirty condenser', 1),
  ('compressor', 'cause', 'GAS', '3.4', '制冷剂不足', 'Too little refrigerant', 2),
  ('compressor', 'cause', 'CONTACTOR', '3.4', '接触器触点烧蚀', 'Burnt contactor', 3),
  ('compressor', 'remedy', 'CLEANED', '5', '清洗冷凝器', 'Condenser cleaned', 1),
  ('compressor', 'remedy', 'CONTACTOR', '1', '更换接触器', 'Contactor replaced', 2),
  ('air', 'symptom', 'WARM', 'LOO', '制冷或制热不足', 'Too little cooling or heating', 1),
  ('air', 'symptom', 'FAN', 'BRD', '风机停转', 'Fan standing still', 2),
  ('air', 'symptom', 'WATER', 'ELU', '漏水', 'Leaking water', 3),
  ('air', 'cause', 'FILTER', '3.3', '滤网脏堵', 'Dirty filter', 1),
  ('air', 'remedy', 'FILTER', '5', '清洗或更换滤网', 'Filter cleaned or replaced', 1),
  ('meter', 'symptom', 'SILENT', 'AIR', '无通讯', 'Not answering', 1),
  ('meter', 'cause', 'WIRING', '2.2', '接线松动', 'Loose wiring', 1),
  ('meter', 'remedy', 'WIRING', '4', '重新压接端子', 'Terminals tightened', 1)
) AS f(family, kind, code, iso14224, name_zh, name_en, position) JOIN (VALUES
  ('cold', 'freezerRoom'), ('cold', 'chillRoom'), ('cold', 'dock'), ('cold', 'evaporatorFan'), ('cold', 'displayCase'),
  ('cold', 'blastChiller'), ('cold', 'refrigeratedTruck'),
  ('compressor', 'compressorRack'), ('compressor', 'condensingUnit'), ('compressor', 'condenser'), ('compressor', 'chiller'),
  ('compressor', 'heatPump'),
  ('air', 'airHandler'), ('air', 'fanCoil'), ('air', 'splitUnit'), ('air', 'airHandlingUnit'), ('air', 'barnVentilation'),
  ('meter', 'energyMeter'), ('meter', 'airSensor'), ('meter', 'leakSensor')
) AS m(family, class) ON m.family = f.family JOIN device_class c ON c.code = m.class;
