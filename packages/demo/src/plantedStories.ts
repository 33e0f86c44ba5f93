import type { PlantFault, TimedFault } from './physics/createPlant.ts';

/** Something that happened in the seeded past, for curves to show and alarms and orders to refer to. */
export interface PlantedStory {
  code: string;
  fault: PlantFault & { fromMs: number; untilMs: number };
  zh: string;
  en: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The demo's places have no other clock. */
const zoneOffsetMs = 8 * 60 * minuteMs;

/** How many days ago the last night that is over, at eight in the morning, had this time of the clock. */
function lastNightAt(nowMs: number, hour: number, minute: number): number {
  const local = nowMs + zoneOffsetMs;
  const midnight = Math.floor((local - 8 * 60 * minuteMs) / dayMs) * dayMs;
  return (local - midnight - (hour * 60 + minute) * minuteMs) / dayMs;
}

/** Stories of the month before `nowMs`, oldest first; each is over at least two hours before it. */
export function plantedStories(nowMs: number): PlantedStory[] {
  const story = (
    code: string,
    daysAgo: number,
    minutes: number,
    fault: PlantFault,
    zh: string,
    en: string,
  ): PlantedStory => {
    const fromMs = nowMs - daysAgo * dayMs;
    return { code, fault: { ...fault, fromMs, untilMs: fromMs + minutes * minuteMs }, zh, en };
  };
  return [
    story(
      'humidifierStuck',
      24.3,
      1380,
      { kind: 'humidifierStuck', deviceCode: 'ahu-1' },
      '加湿阀卡住未关 23 小时，展厅与展柜湿度升高。',
      'The humidifier valve stuck open for 23 hours; the hall and its showcases grew damp.',
    ),
    story(
      'probeBroken',
      19.6,
      260,
      { kind: 'sensorBroken', deviceCode: 'chill-2', role: 'roomTemperature' },
      '冷藏间 2 号库温探头断线，更换后恢复。',
      'The probe of Chill room 2 broke and was replaced.',
    ),
    story(
      'barnFanFailed',
      14.2,
      310,
      { kind: 'fanFailed', deviceCode: 'ventilation-2' },
      '2 栋风机变频器跳闸五小时，温度与氨气升高。',
      'The fan converter of Barn 2 tripped for five hours; heat and ammonia rose.',
    ),
    story(
      'freezerFanFailed',
      13.5,
      // Long enough to pass −12 °C at any time of day.
      720,
      { kind: 'fanFailed', deviceCode: 'freezer-2' },
      '冷冻间 2 号蒸发器风机故障，库温上升。',
      'The evaporator fan of Freezer 2 failed; the room warmed up.',
    ),
    story(
      'powerCut',
      9.1,
      42,
      { kind: 'powerCut', projectCode: 'coldStore' },
      '供电中断 42 分钟，冷库数据缺口。',
      'A cut of the power for 42 minutes left a gap in the cold store’s data.',
    ),
    story(
      'looseContact',
      5.9,
      70,
      { kind: 'looseContact', deviceCode: 'ventilation-3', role: 'fan2Fault' },
      '3 栋风机故障触点松动，报警反复一个多小时，拧紧端子后恢复。',
      'A loose terminal let the fan fault of Barn 3 come and go for more than an hour, until it was tightened.',
    ),
    story(
      'doorLongOpen',
      5.4,
      16,
      { kind: 'doorOpen', deviceCode: 'freezer-1' },
      '卸货时冷冻间 1 号门敞开 16 分钟。',
      'Unloading held the door of Freezer 1 open for 16 minutes.',
    ),
    story(
      'caseFanFailed',
      2.7,
      150,
      { kind: 'fanFailed', deviceCode: 'case-3' },
      '鲜肉柜风机卡冰，柜温升高。',
      'Ice blocked the fan of the meat case; its temperature rose.',
    ),
    story(
      'nightDoorOpen',
      lastNightAt(nowMs, 2, 10),
      35,
      { kind: 'doorOpen', deviceCode: 'freezer-4' },
      '昨夜 2 点 10 分，冷冻间 4 号门被冰卡住，35 分钟后才关上。',
      'Last night at ten past two ice kept the door of Freezer 4 from closing for 35 minutes.',
    ),
  ];
}

/**
 * What goes wrong so slowly that no limit is crossed yet: begun days before `nowMs` and still getting worse. The drifting probe
 * is not the one its room is controlled by, else the room would drift and the probe show nothing.
 */
export function slowFaults(nowMs: number): TimedFault[] {
  const since = (daysAgo: number, fault: PlantFault): TimedFault => ({ ...fault, fromMs: nowMs - daysAgo * dayMs });
  return [
    since(9, { kind: 'icing', deviceCode: 'freezer-2', overDays: 14 }),
    since(8, { kind: 'weakCooling', deviceCode: 'chill-3', overDays: 12 }),
    since(13, { kind: 'sensorDrift', deviceCode: 'showcase-2', role: 'humidity', by: -6, overDays: 24 }),
  ];
}
