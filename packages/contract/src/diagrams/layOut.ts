import type { Bilingual } from '../call.ts';
import { pointInRole, type RoleCode, type RoleDevice, relationFrom, roleCodes, roleOf } from '../devices/roles.ts';
import { type DiagramDocument, type DiagramNode, emptyDiagram, type LineEnd } from './document.ts';
import { type Medium, type SymbolCode, symbolOf } from './symbols.ts';

/** A device as a drawing is made of it. Names in every language known, so that a point is found by either. */
export interface PlantDevice {
  readonly id: number;
  readonly name: string;
  readonly classCode: string;
  readonly mainPointId: number | null;
  readonly points: readonly PlantPoint[];
  /** Roles of points that are not among `points`: nothing is proposed for these. */
  readonly takenRoles?: readonly string[];
}
export interface PlantPoint {
  readonly id: number;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly typeCode: string;
  /** As somebody accepted it; left out: none is known. */
  readonly role?: string | null;
}

/** The roles of the points that the inputs of a symbol show. */
const inputRoles: Partial<Record<SymbolCode, Readonly<Record<string, RoleCode>>>> = {
  displayCase: {
    temperature: 'airTemperature',
    setpoint: 'temperatureSetpoint',
    superheat: 'superheat',
    running: 'cooling',
    fan: 'fan',
    defrost: 'defrost',
    door: 'door',
    light: 'light',
  },
  coldRoom: {
    temperature: 'airTemperature',
    setpoint: 'temperatureSetpoint',
    evaporator: 'evaporatorTemperature',
    humidity: 'humidity',
    running: 'cooling',
    fan: 'fan',
    defrost: 'defrost',
    door: 'door',
    light: 'light',
  },
  expansionValve: { opening: 'valveOpening' },
  airCondenser: { fan1: 'condenserFan' },
  barn: {
    temperature: 'airTemperature',
    humidity: 'humidity',
    ammonia: 'ammonia',
    carbonDioxide: 'carbonDioxide',
  },
  tunnelFans: { fan1: 'fan1', fan2: 'fan2', fan3: 'fan3', fault: 'fanFault', speed: 'fanSpeed' },
  airInlet: { opening: 'inletOpening' },
  showcase: { humidity: 'humidity', temperature: 'airTemperature', light: 'illuminance', door: 'door' },
  hallZone: {
    temperature: 'airTemperature',
    humidity: 'humidity',
    carbonDioxide: 'carbonDioxide',
    visitors: 'visitors',
  },
  meter: { power: 'activePower', energy: 'activeEnergy', voltage: 'voltage', current: 'current' },
  fan: { running: 'fan', speed: 'fanSpeed' },
  filter: { pressure: 'filterPressure' },
  coolingCoil: { opening: 'chilledWaterValve' },
  humidifier: { running: 'humidifier' },
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

/** Whether it feeds evaporators. */
export const isRack = ({ classCode }: Pick<PlantDevice, 'classCode'>): boolean => relationFrom(classCode) === 'cools';
/** Whether it supplies rooms with air. */
export const isAirUnit = ({ classCode }: Pick<PlantDevice, 'classCode'>): boolean =>
  relationFrom(classCode) === 'conditions';
/** Whether a rack feeds it. */
export const isEvaporator = ({ classCode }: Pick<PlantDevice, 'classCode'>): boolean => evaporators.includes(classCode);
/** The symbol for a whole device of this class. */
export const symbolFor = (classCode: string): SymbolCode => symbolOfClass[classCode] ?? 'valueTag';

/** A device as roles of its points are recognised. */
export const withRoles = ({ mainPointId, points, takenRoles = [] }: PlantDevice): RoleDevice => ({
  mainPointId,
  takenRoles,
  points: points.map(({ id, name, nameEn, typeCode, role }) => ({
    id,
    names: nameEn ? [name, nameEn] : [name],
    typeCode,
    role: role ?? null,
  })),
});

const found = (device: PlantDevice, role: RoleCode): number | undefined => pointInRole(role, withRoles(device));

/** Point by input, as far as roles of the device are assigned or can be proposed. */
export function bindingsOf(symbol: SymbolCode, device: PlantDevice): Record<string, number> {
  if (symbol === 'valueTag') {
    const isKnown = device.points.some(({ id }) => id === device.mainPointId);
    return isKnown && device.mainPointId !== null ? { value: device.mainPointId } : {};
  }
  const roles = withRoles(device);
  return Object.fromEntries(
    Object.entries(inputRoles[symbol] ?? {}).flatMap(([input, role]): [string, number][] => {
      const id = pointInRole(role, roles);
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

const wordsOf = (role: RoleCode): Bilingual => ({ zh: roleOf(role).zh, en: roleOf(role).en });
const compressorRoles = roleCodes.filter((role) => role.startsWith('compressor'));

/** The points that say which compressors run, in order; beyond those with a role what is called a compressor. */
function machinesOf(rack: PlantDevice): number[] {
  const inRoles = compressorRoles.flatMap((role) => found(rack, role) ?? []);
  const others = byName(
    rack.points.filter(
      ({ id, typeCode, name }) => typeCode === 'runState' && /压缩机|compressor/i.test(name) && !inRoles.includes(id),
    ),
  );
  return [...new Set([...inRoles, ...others.map(({ id }) => id)])];
}

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
  const rackPoint = (role: RoleCode) => (rack ? found(rack, role) : undefined);

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
    const above: RoleCode[] = ['dischargePressure', 'dischargeTemperature', 'outdoorTemperature'];
    let x = left + 280;
    for (const role of above) if (sheet.tag([x, 40], rack, rackPoint(role), wordsOf(role))) x += tagPitch;
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
  const machines = rack ? machinesOf(rack) : [];
  const count = Math.min(places, Math.max(1, machines.length));
  const machineY = suctionY + 60;
  const hotY = machineY + 64 + 80;
  const hot = sheet.add('hot', 'header', [left + gasOffset, hotY, width, 8], { bar: [places, 0] });
  for (let index = 0; index < count; index++) {
    const x = left + gasOffset + (index + 0.5) * (width / places);
    const machine = machines[index];
    const stands = sheet.add('compressor', 'compressor', [x - 32, machineY], {
      device: rack?.id ?? null,
      bind: machine === undefined ? {} : { running: machine },
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
    const beside: [RoleCode, Bilingual?, boolean?][] = [
      ['suctionPressure'],
      ['suctionTemperature'],
      ['superheat'],
      ['capacity'],
      ['unitFault', { zh: '机组', en: 'Rack' }, true],
      ['oilLevelLow', { zh: '油位', en: 'Oil level' }, true],
    ];
    const points = beside.flatMap(([role, label = wordsOf(role), isState = false]) => {
      const id = rackPoint(role);
      return id === undefined ? [] : [{ id, label, isState }];
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
  const values: RoleCode[] = ['supplyTemperature', 'supplyHumidity', 'temperatureSetpoint', 'humiditySetpoint'];
  let tagX = 100;
  for (const role of values) if (sheet.tag([tagX, 330], unit, found(unit, role), wordsOf(role))) tagX += tagPitch;
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

/** A meter of a single-line diagram, and the one through which it is supplied. */
export interface PlantMeter {
  /** Of the device that it is. */
  readonly device: PlantDevice;
  /** Id of the device of the meter above; null: it stands at the supply. */
  readonly above: number | null;
}

const meterPitch = 250;
const meterRow = 170;
const supplyY = 60;

/** Meters from the supply down: behind each its busbar, and below that the meters it supplies. */
export function layOutSingleLine(meters: readonly PlantMeter[]): DiagramDocument {
  const sheet = new Sheet();
  const ids = new Set(meters.map(({ device }) => device.id));
  const belowOf = Map.groupBy(meters, ({ device, above }) =>
    above !== null && ids.has(above) && above !== device.id ? above : null,
  );
  const [meterWidth, meterHeight] = symbolOf('meter').size;
  const middle = meterWidth / 2;
  const drawn = new Set<number>();
  let deepest = 0;
  /** Draws a meter and what hangs below it. @returns how many columns that takes */
  const draw = ({ device }: PlantMeter, column: number, row: number, from: LineEnd): number => {
    drawn.add(device.id);
    deepest = Math.max(deepest, row);
    const x = 60 + column * meterPitch;
    const y = 110 + row * meterRow;
    const stands = sheet.add('meter', 'meter', [x, y], { device: device.id, bind: bindingsOf('meter', device) });
    sheet.join('power', from, [stands, 'in']);
    const branches = sorted(belowOf.get(device.id) ?? []).filter((each) => !drawn.has(each.device.id));
    if (branches.length === 0) return 1;
    const barY = y + meterHeight + 44;
    sheet.join('power', [stands, 'out'], [x + middle, barY]);
    let columns = 0;
    let reaches = x;
    for (const branch of branches) {
      const branchX = 60 + (column + columns) * meterPitch + middle;
      reaches = branchX;
      columns += draw(branch, column + columns, row + 1, [branchX, barY + 8]);
    }
    sheet.add('bar', 'busbar', [x + middle - 30, barY, reaches - x - middle + 60, 8], { bar: [0, 0] });
    return columns;
  };
  let columns = 0;
  const atSupply = sorted(belowOf.get(null) ?? []);
  for (const meter of [...atSupply, ...sorted(meters)])
    if (!drawn.has(meter.device.id)) columns += draw(meter, columns, 0, [60 + columns * meterPitch + middle, supplyY]);
  sheet.say(60, supplyY - 16, { zh: '电源进线', en: 'Supply' });
  return sheet.sized(Math.max(560, 100 + columns * meterPitch), Math.max(300, 110 + (deepest + 1) * meterRow));
}

const sorted = (meters: readonly PlantMeter[]): PlantMeter[] =>
  meters.toSorted((a, b) => a.device.name.localeCompare(b.device.name, 'zh-CN', { numeric: true }));
