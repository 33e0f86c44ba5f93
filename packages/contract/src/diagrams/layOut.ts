import type { Bilingual } from '../call.ts';
import { type DiagramDocument, type DiagramNode, emptyDiagram, type LineEnd } from './document.ts';
import { type Medium, type SymbolCode, symbolOf } from './symbols.ts';

/** A device as a drawing is made of it. Names in every language known, so that a point is found by either. */
export interface PlantDevice {
  readonly id: number;
  readonly name: string;
  readonly classCode: string;
  readonly mainPointId: number | null;
  readonly points: readonly PlantPoint[];
}
export interface PlantPoint {
  readonly id: number;
  readonly name: string;
  readonly typeCode: string;
}

interface Rule {
  readonly type: string;
  readonly name?: RegExp;
  /** Else the main point of the device. */
  readonly orMain?: true;
}

const isSetpoint = /设定|set.?point/i;

/** By which points the inputs of a symbol are recognised: type first, then a word of the name. */
const rules: Partial<Record<SymbolCode, Readonly<Record<string, Rule>>>> = {
  displayCase: {
    temperature: { type: 'temperature', name: /出风|柜温|air.?off/i, orMain: true },
    setpoint: { type: 'temperature', name: isSetpoint },
    superheat: { type: 'temperatureDifference' },
    running: { type: 'runState', name: /制冷|压缩|cooling|compressor/i },
    fan: { type: 'runState', name: /风机|fan/i },
    defrost: { type: 'defrostState' },
    door: { type: 'doorState' },
    light: { type: 'switchState', name: /照明|灯|light/i },
  },
  coldRoom: {
    temperature: { type: 'temperature', name: /^温度|库温|room/i, orMain: true },
    setpoint: { type: 'temperature', name: isSetpoint },
    evaporator: { type: 'temperature', name: /蒸发|evaporator/i },
    humidity: { type: 'humidity' },
    running: { type: 'runState', name: /制冷|压缩|cooling|compressor/i },
    fan: { type: 'runState', name: /风机|fan/i },
    defrost: { type: 'defrostState' },
    door: { type: 'doorState' },
    light: { type: 'switchState', name: /照明|灯|light/i },
  },
  expansionValve: { opening: { type: 'percentage', name: /膨胀|expansion|valve|阀/i } },
  airCondenser: { fan1: { type: 'runState', name: /冷凝|condenser/i } },
  barn: {
    temperature: { type: 'temperature', orMain: true },
    humidity: { type: 'humidity' },
    ammonia: { type: 'gas', name: /氨|ammonia/i },
    carbonDioxide: { type: 'gas', name: /二氧化碳|carbon|co₂/i },
  },
  tunnelFans: {
    fan1: { type: 'runState', name: /1 ?号风机|fan 1/i },
    fan2: { type: 'runState', name: /2 ?号风机|fan 2/i },
    fan3: { type: 'runState', name: /3 ?号风机|fan 3/i },
    fault: { type: 'faultState' },
    speed: { type: 'percentage', name: /转速|speed/i },
  },
  airInlet: { opening: { type: 'percentage', name: /进风|inlet/i } },
  showcase: {
    humidity: { type: 'humidity', orMain: true },
    temperature: { type: 'temperature' },
    light: { type: 'illuminance' },
    door: { type: 'doorState' },
  },
  hallZone: {
    temperature: { type: 'temperature', orMain: true },
    humidity: { type: 'humidity' },
    carbonDioxide: { type: 'gas' },
    visitors: { type: 'count' },
  },
  meter: {
    power: { type: 'power', orMain: true },
    energy: { type: 'energy' },
    voltage: { type: 'voltage' },
    current: { type: 'current' },
  },
  fan: { running: { type: 'runState', name: /风机|fan/i }, speed: { type: 'percentage', name: /转速|speed/i } },
  filter: { pressure: { type: 'smallPressure', name: /过滤|filter/i } },
  coolingCoil: { opening: { type: 'percentage', name: /冷水|chilled/i } },
  humidifier: { running: { type: 'runState', name: /加湿|humidif/i } },
};

/** The symbol that stands for devices of a class; others are a value. */
const symbolOfClass: Readonly<Record<string, SymbolCode>> = {
  displayCase: 'displayCase',
  freezerRoom: 'coldRoom',
  chillRoom: 'coldRoom',
  dock: 'coldRoom',
  barn: 'barn',
  barnVentilation: 'tunnelFans',
  hall: 'hallZone',
  showcase: 'showcase',
  energyMeter: 'meter',
};
const evaporators = ['displayCase', 'freezerRoom', 'chillRoom'];

export const isRack = ({ classCode }: Pick<PlantDevice, 'classCode'>): boolean => classCode === 'compressorRack';
/** Whether a rack feeds it. */
export const isEvaporator = ({ classCode }: Pick<PlantDevice, 'classCode'>): boolean => evaporators.includes(classCode);
/** The symbol for a whole device of this class. */
export const symbolFor = (classCode: string): SymbolCode => symbolOfClass[classCode] ?? 'valueTag';

const found = (device: PlantDevice, { type, name }: Rule): number | undefined =>
  device.points.find((point) => point.typeCode === type && (!name || name.test(point.name)))?.id;

/** Point by input, as far as points of the device are recognised. */
export function bindingsOf(symbol: SymbolCode, device: PlantDevice): Record<string, number> {
  const known = new Set(device.points.map(({ id }) => id));
  const main = device.mainPointId !== null && known.has(device.mainPointId) ? device.mainPointId : undefined;
  if (symbol === 'valueTag') return main === undefined ? {} : { value: main };
  // A setpoint is of the same type as what it is set for, and often named after it.
  const measured = { ...device, points: device.points.filter(({ name }) => !isSetpoint.test(name)) };
  return Object.fromEntries(
    Object.entries(rules[symbol] ?? {}).flatMap(([input, rule]): [string, number][] => {
      const id = found(input === 'setpoint' ? device : measured, rule) ?? (rule.orMain ? main : undefined);
      return id === undefined ? [] : [[input, id]];
    }),
  );
}

type Box = readonly [x: number, y: number, w?: number, h?: number];

/** A document under construction: every element gets an id of its own. */
class Sheet {
  readonly document: DiagramDocument = emptyDiagram();
  private readonly taken = new Set<string>();

  private idOf(wanted: string): string {
    let id = wanted;
    for (let n = 2; this.taken.has(id); n++) id = `${wanted}-${n}`;
    this.taken.add(id);
    return id;
  }

  add(
    name: string,
    symbol: SymbolCode,
    [x, y, w, h]: Box,
    {
      device = null,
      bind = {},
      ...more
    }: Partial<Pick<DiagramNode, 'device' | 'bind' | 'label' | 'bar' | 'turn'>> = {},
  ): string {
    const [usualW, usualH] = symbolOf(symbol).size;
    const id = this.idOf(name);
    const size: [number, number] = [w ?? usualW, h ?? usualH];
    this.document.nodes.push({ id, symbol, at: [x, y], size, turn: 0, device, bind, ...more });
    return id;
  }

  join(medium: Medium, from: LineEnd, to: LineEnd, via: [number, number][] = []): void {
    this.document.lines.push({ id: this.idOf('line'), medium, from, to, via });
  }

  say(x: number, y: number, text: Bilingual, size: 12 | 14 | 18 | 24 = 12): void {
    this.document.texts.push({ id: this.idOf('text'), at: [x, y], text: { ...text }, size });
  }

  /** A value or a state of its own, where the device has such a point. */
  tag(box: Box, device: PlantDevice, pointId: number | undefined, label?: Bilingual, isState = false): boolean {
    if (pointId === undefined) return false;
    const bind: Record<string, number> = isState ? { state: pointId } : { value: pointId };
    this.add('tag', isState ? 'stateWord' : 'valueTag', box, {
      device: device.id,
      bind,
      ...(label ? { label: { ...label } } : {}),
    });
    return true;
  }

  sized(w: number, h: number): DiagramDocument {
    this.document.size = { w: Math.ceil(w), h: Math.ceil(h) };
    return this.document;
  }
}

const byName = <Named extends { name: string }>(all: readonly Named[]): Named[] =>
  all.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }));

const inARow = 8;
/** One row is easier to follow than a second one of two. */
const atMostInOne = 10;
const pitch = 128;
const caseSize: readonly [number, number] = [114, 178];
/** Room for a machine with its words beside it. */
const machinePitch = 190;
const tagPitch = 160;
/** From a port of the liquid header to the left edge of what hangs below it, and to where its gas leaves. */
const liquidInset = 0.08 * caseSize[0];
const gasOffset = (0.9 - 0.08) * caseSize[0];
const rowHeight = 350;

/**
 * A refrigeration circuit in bands: condenser, receiver, liquid header, evaporators in rows of eight, suction header, compressors,
 * and the discharge back. The same devices give the same drawing, in the order of their names.
 *
 * @param rack null: its machines are drawn without points
 */
export function layOutCircuit(rack: PlantDevice | null, fed: readonly PlantDevice[]): DiagramDocument {
  const sheet = new Sheet();
  const cases = byName(fed);
  const rows = cases.length <= atMostInOne ? 1 : Math.ceil(cases.length / inARow);
  const perRow = rows === 1 ? atMostInOne : inARow;
  const columns = Math.max(8, Math.min(perRow, cases.length));
  const left = 70;
  const width = columns * pitch;
  const right = left + width + 30;
  const mid = 130;
  const places = Math.max(2, Math.floor(width / machinePitch));
  const rackPoint = (type: string, name: RegExp) => (rack ? found(rack, { type, name }) : undefined);

  const condenser = sheet.add('condenser', 'airCondenser', [left + 30, mid - 72], {
    device: rack?.id ?? null,
    bind: rack ? bindingsOf('airCondenser', rack) : {},
    label: { zh: '冷凝器', en: 'Condenser' },
  });
  const receiver = sheet.add('receiver', 'receiver', [right - 420, mid - 24], {
    label: { zh: '储液器', en: 'Receiver' },
  });
  const drier = sheet.add('drier', 'filterDrier', [right - 200, mid - 16], {
    label: { zh: '干燥过滤器', en: 'Filter-drier' },
  });
  sheet.join('liquid', [condenser, 'liquidOut'], [receiver, 'liquidIn']);
  sheet.join('liquid', [receiver, 'liquidOut'], [drier, 'in']);
  if (rack) {
    const above: [string, RegExp, Bilingual][] = [
      ['pressure', /排气|冷凝|discharge|condens/i, { zh: '排气压力', en: 'Discharge pressure' }],
      ['temperature', /排气|discharge/i, { zh: '排气温度', en: 'Discharge temperature' }],
      ['temperature', /室外|outdoor/i, { zh: '室外温度', en: 'Outdoor temperature' }],
    ];
    let x = left + 280;
    for (const [type, name, label] of above) if (sheet.tag([x, 40], rack, rackPoint(type, name), label)) x += tagPitch;
  }

  let feed: LineEnd = [drier, 'out'];
  const suctionHeaders: string[] = [];
  let y = 210;
  for (let row = 0; row < rows; row++) {
    const hanging = cases.slice(row * perRow, (row + 1) * perRow);
    const liquid = sheet.add('liquid', 'header', [left, y, width, 8], { bar: [0, columns] });
    sheet.join(
      'liquid',
      feed,
      [liquid, 'r'],
      [
        [right, row === 0 ? mid : y - rowHeight + 4],
        [right, y + 4],
      ],
    );
    feed = [liquid, 'r'];
    for (const [index, device] of hanging.entries()) {
      const x = left + (index + 0.5) * pitch;
      const symbol: SymbolCode = device.classCode === 'displayCase' ? 'displayCase' : 'coldRoom';
      const opening = bindingsOf('expansionValve', device);
      const stands = sheet.add('case', symbol, [x - liquidInset, y + 90, ...caseSize], {
        device: device.id,
        bind: bindingsOf(symbol, device),
      });
      if (Object.keys(opening).length > 0) {
        const valve = sheet.add('valve', 'expansionValve', [x - 14, y + 34], {
          device: device.id,
          bind: opening,
          label: { zh: '', en: '' },
        });
        sheet.join('liquid', [liquid, `b${index + 1}`], [valve, 'in']);
        sheet.join('liquid', [valve, 'out'], [stands, 'liquidIn']);
      } else sheet.join('liquid', [liquid, `b${index + 1}`], [stands, 'liquidIn']);
    }
    const gas = y + 90 + caseSize[1] + 34;
    const suction = sheet.add('suction', 'header', [left + gasOffset, gas, width, 8], {
      bar: [columns, places],
    });
    for (const [index] of hanging.entries())
      sheet.join('suctionGas', [lastCase(sheet, hanging.length, index), 'gasOut'], [suction, `t${index + 1}`]);
    const before = suctionHeaders.at(-1);
    if (before) {
      const x = left + gasOffset + width + 20;
      sheet.join(
        'suctionGas',
        [before, 'r'],
        [suction, 'r'],
        [
          [x, gas - rowHeight + 4],
          [x, gas + 4],
        ],
      );
    }
    suctionHeaders.push(suction);
    y += rowHeight;
  }

  const suction = suctionHeaders.at(-1)!;
  const suctionY = y - rowHeight + 90 + caseSize[1] + 34;
  const machines = rack
    ? byName(rack.points.filter(({ typeCode, name }) => typeCode === 'runState' && /压缩机|compressor/i.test(name)))
    : [];
  const count = Math.min(places, Math.max(1, machines.length));
  const machineY = suctionY + 60;
  const hotY = machineY + 64 + 80;
  const hot = sheet.add('hot', 'header', [left + gasOffset, hotY, width, 8], { bar: [places, 0] });
  for (let index = 0; index < count; index++) {
    const x = left + gasOffset + (index + 0.5) * (width / places);
    const machine = machines[index];
    const stands = sheet.add('compressor', 'compressor', [x - 32, machineY], {
      device: rack?.id ?? null,
      bind: machine ? { running: machine.id } : {},
      label: { zh: `压缩机 ${index + 1}`, en: `Compressor ${index + 1}` },
    });
    sheet.join('suctionGas', [suction, `b${index + 1}`], [stands, 'suction']);
    sheet.join('hotGas', [stands, 'discharge'], [hot, `t${index + 1}`]);
  }
  sheet.join(
    'hotGas',
    [hot, 'l'],
    [condenser, 'gasIn'],
    [
      [left - 35, hotY + 4],
      [left - 35, mid],
    ],
  );

  let foot = hotY;
  if (rack) {
    const beside: [string, RegExp, Bilingual, boolean?][] = [
      ['pressure', /吸气|蒸发|suction/i, { zh: '吸气压力', en: 'Suction pressure' }],
      ['temperature', /吸气|suction/i, { zh: '吸气温度', en: 'Suction temperature' }],
      ['temperatureDifference', /过热|superheat/i, { zh: '过热度', en: 'Superheat' }],
      ['percentage', /负荷|能级|capacity/i, { zh: '负荷率', en: 'Capacity' }],
      ['faultState', /机组故障|rack fault/i, { zh: '机组', en: 'Rack' }, true],
      ['faultState', /油位|oil/i, { zh: '油位', en: 'Oil level' }, true],
    ];
    const points = beside.flatMap(([type, name, label, isState]) => {
      const id = rackPoint(type, name);
      return id === undefined ? [] : [{ id, label, isState: isState === true }];
    });
    const from = left + gasOffset + count * (width / places) + 56;
    const across = Math.floor((left + gasOffset + width - from) / tagPitch);
    const isRoom = across * 3 >= points.length;
    const perLine = isRoom ? across : Math.floor(width / tagPitch);
    for (const [index, { id, label, isState }] of points.entries()) {
      const x = (isRoom ? from : left + gasOffset) + (index % perLine) * tagPitch;
      const y0 = isRoom ? suctionY + 20 : hotY + 30;
      sheet.tag([x, y0 + Math.floor(index / perLine) * 61], rack, id, label, isState);
    }
    foot = isRoom ? hotY : hotY + 30 + 61 * Math.ceil(points.length / perLine);
  }
  return sheet.sized(left + gasOffset + width + 30, foot + 40);
}

/** The id of what was hung up as the n-th of the last so many. */
function lastCase({ document }: Sheet, count: number, index: number): string {
  return document.nodes.filter(({ symbol }) => symbol === 'displayCase' || symbol === 'coldRoom').slice(-count)[index]!
    .id;
}

/** One cold room or case, large, with its lines and all else that is known of it beside it. */
export function layOutRoom(device: PlantDevice): DiagramDocument {
  const sheet = new Sheet();
  const symbol: SymbolCode = device.classCode === 'displayCase' ? 'displayCase' : 'coldRoom';
  const bind = bindingsOf(symbol, device);
  const room: [number, number, number, number] = [210, 150, 380, 320];
  const stands = sheet.add('room', symbol, room, { device: device.id, bind });
  const opening = bindingsOf('expansionValve', device);
  const inX = room[0] + 0.08 * room[2];
  if (Object.keys(opening).length > 0) {
    const valve = sheet.add('valve', 'expansionValve', [inX - 14, 92], {
      device: device.id,
      bind: opening,
      label: { zh: '', en: '' },
    });
    sheet.join('liquid', [60, 60], [valve, 'in'], [[inX, 60]]);
    sheet.join('liquid', [valve, 'out'], [stands, 'liquidIn']);
  } else sheet.join('liquid', [60, 60], [stands, 'liquidIn'], [[inX, 60]]);
  sheet.say(60, 42, { zh: '供液，来自机组', en: 'Liquid from the rack' });
  const outX = room[0] + 0.9 * room[2];
  sheet.join('suctionGas', [stands, 'gasOut'], [60, 530], [[outX, 530]]);
  sheet.say(60, 552, { zh: '回气，去机组', en: 'Suction gas to the rack' });

  const used = new Set([...Object.values(bind), ...Object.values(opening)]);
  const rest = [
    ...(bind.setpoint === undefined ? [] : device.points.filter(({ id }) => id === bind.setpoint)),
    ...device.points.filter(({ id }) => !used.has(id)),
  ].slice(0, 12);
  for (const [index, point] of rest.entries()) {
    const isState = stateTypes.has(point.typeCode);
    const x = 670 + (index % 2) * 180;
    sheet.tag([x, 150 + Math.floor(index / 2) * 70, 166], device, point.id, undefined, isState);
  }
  return sheet.sized(1050, 590);
}

/** Types of points that say a state; the others say a number. */
const stateTypes = new Set(['runState', 'faultState', 'doorState', 'defrostState', 'switchState', 'controllerState']);

/** An air handling unit as a strip from its filter to the halls it supplies. */
export function layOutAir(unit: PlantDevice, halls: readonly PlantDevice[]): DiagramDocument {
  const sheet = new Sheet();
  const y = 190;
  const strip: SymbolCode[] = ['filter', 'coolingCoil', 'humidifier', 'fan'];
  let x = 130;
  let before: LineEnd = [40, y];
  for (const symbol of strip) {
    const [w, h] = symbolOf(symbol).size;
    const stands = sheet.add(symbol, symbol, [x, y - h / 2], {
      device: unit.id,
      bind: bindingsOf(symbol, unit),
      label: { zh: symbolOf(symbol).zh, en: symbolOf(symbol).en },
    });
    sheet.join('air', before, [stands, 'airIn']);
    before = [stands, 'airOut'];
    x += w + 90;
  }
  sheet.say(40, y - 20, { zh: '室外新风', en: 'Outside air' });
  const supplied = byName(halls).slice(0, 6);
  for (const [index, hall] of supplied.entries()) {
    const top = 60 + index * 200;
    const stands = sheet.add('hall', 'hallZone', [x + 100, top], {
      device: hall.id,
      bind: bindingsOf('hallZone', hall),
    });
    const [, h] = symbolOf('hallZone').size;
    sheet.join(
      'air',
      before,
      [stands, 'airIn'],
      index === 0
        ? []
        : [
            [x + 40, y],
            [x + 40, top + h / 2],
          ],
    );
  }
  const values: [string, RegExp, Bilingual][] = [
    ['temperature', /送风温度|supply air t|supply t/i, { zh: '送风温度', en: 'Supply temperature' }],
    ['humidity', /送风湿度|supply air h|supply h/i, { zh: '送风湿度', en: 'Supply humidity' }],
    ['temperature', /温度设定|temperature set/i, { zh: '温度设定值', en: 'Temperature setpoint' }],
    ['humidity', /湿度设定|humidity set/i, { zh: '湿度设定值', en: 'Humidity setpoint' }],
  ];
  let tagX = 100;
  for (const [type, name, label] of values)
    if (sheet.tag([tagX, 330], unit, found(unit, { type, name }), label)) tagX += tagPitch;
  return sheet.sized(x + 400, Math.max(430, 60 + supplied.length * 200 + 20));
}

/** Every device with the symbol of its class, in rows by class. */
export function layOutOverview(devices: readonly PlantDevice[]): DiagramDocument {
  const sheet = new Sheet();
  const wide = 1240;
  let x = 40;
  let y = 50;
  let tallest = 0;
  for (const [, group] of Map.groupBy(byName(devices), ({ classCode }) => symbolFor(classCode)))
    for (const device of group) {
      const symbol = symbolFor(device.classCode);
      const [w, h] = symbolOf(symbol).size;
      const cell = symbol === 'meter' ? w + 180 : symbolOf(symbol).isDevice || symbol === 'valueTag' ? w : w + 130;
      if (x + cell > wide) {
        x = 40;
        y += tallest + 50;
        tallest = 0;
      }
      sheet.add('device', symbol, [x, y], { device: device.id, bind: bindingsOf(symbol, device) });
      x += cell + 30;
      tallest = Math.max(tallest, h);
    }
  return sheet.sized(wide + 20, Math.max(400, y + tallest + 50));
}
