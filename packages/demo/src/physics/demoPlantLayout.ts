import { siteClimates } from './siteClimates.ts';
/** Which physics stands behind which device of the fleet, and what feeds what. */

import { Barn } from './Barn.ts';
import { Climate } from './Climate.ts';
import { CompressorRack } from './CompressorRack.ts';
import { CondensingUnit } from './CondensingUnit.ts';
import { EnergyMeter } from './EnergyMeter.ts';
import { LoadingDock } from './LoadingDock.ts';
import { MuseumHall } from './MuseumHall.ts';
import { type DeviceCondition, isWithinHours, type PlantPart } from './PlantPart.ts';
import { RefrigeratedSpace, type RefrigeratedSpaceDesign } from './RefrigeratedSpace.ts';
import { Showcase } from './Showcase.ts';
import { StoreTraffic } from './StoreTraffic.ts';
import { Truck, type Waypoint } from './Truck.ts';

export const freezerDesign: RefrigeratedSpaceDesign = {
  stream: 0,
  setpoint: -20.5,
  differential: 1.5,
  coilTarget: -29,
  wallSeconds: 15_000,
  airToGoodsSeconds: 4000,
  goodsSeconds: 150_000,
  coilSeconds: 1900,
  doorSeconds: 1100,
  defrostEveryHours: 8,
  defrostAtMinute: 0,
  defrostHeat: 0.06,
  defrostEndsAt: 8,
  defrostMaxSeconds: 1800,
  openingsPerHour: 9,
  openHours: [6, 20],
  dayLoad: 0.4,
  fanKw: 1.3,
  heaterKw: 7.5,
  lightKw: 0.4,
  coolingKw: 11,
};

export const chillDesign: RefrigeratedSpaceDesign = {
  ...freezerDesign,
  setpoint: 2,
  differential: 1.5,
  coilTarget: -6,
  wallSeconds: 8000,
  airToGoodsSeconds: 4000,
  coilSeconds: 2300,
  doorSeconds: 1500,
  defrostEveryHours: 6,
  defrostHeat: 0.03,
  defrostEndsAt: 6,
  defrostMaxSeconds: 1500,
  openingsPerHour: 12,
  fanKw: 0.8,
  heaterKw: 2.2,
  coolingKw: 6,
};

export const multideckDesign: RefrigeratedSpaceDesign = {
  ...chillDesign,
  setpoint: 3.5,
  differential: 1.6,
  coilTarget: -5,
  wallSeconds: 5500,
  airToGoodsSeconds: 3600,
  goodsSeconds: 14_000,
  coilSeconds: 1050,
  defrostEveryHours: 4,
  defrostHeat: 0.02,
  defrostEndsAt: 5,
  defrostMaxSeconds: 1200,
  openingsPerHour: 0,
  openHours: [7, 22],
  dayLoad: 3.5,
  fanKw: 0.22,
  heaterKw: 0,
  lightKw: 0.15,
  coolingKw: 3.2,
};

export const islandDesign: RefrigeratedSpaceDesign = {
  ...multideckDesign,
  setpoint: -20,
  differential: 1.5,
  coilTarget: -28,
  wallSeconds: 32_000,
  airToGoodsSeconds: 5000,
  goodsSeconds: 30_000,
  coilSeconds: 2300,
  defrostEveryHours: 12,
  defrostHeat: 0.05,
  defrostEndsAt: 7,
  defrostMaxSeconds: 1500,
  dayLoad: 1.2,
  heaterKw: 1.1,
  coolingKw: 1.6,
};

/** Cold store in Qingpu to the store in Xixi, along the expressway. */
const shanghaiHangzhou: Waypoint[] = [
  [31.2113, 121.2057],
  [31.1203, 121.1246],
  [31.0102, 121.0205],
  [30.8801, 120.9118],
  [30.7532, 120.7467],
  [30.6258, 120.5613],
  [30.5033, 120.3951],
  [30.3912, 120.2412],
  [30.3105, 120.1204],
  [30.2756, 120.0713],
];

/** Cold store to the container port of Yangshan and its cold warehouses. */
const shanghaiYangshan: Waypoint[] = [
  [31.2113, 121.2057],
  [31.1288, 121.3296],
  [31.0587, 121.4832],
  [30.9864, 121.6371],
  [30.9041, 121.8203],
  [30.8632, 121.9187],
];

const wuqingBeijing: Waypoint[] = [
  [39.3842, 117.0446],
  [39.5236, 116.7921],
  [39.6431, 116.6287],
  [39.7705, 116.5412],
  [39.8419, 116.4613],
];

export interface PlantLayout {
  parts: PlantPart[];
  climates: Climate[];
}

/** Builds all parts in the order in which they step: weather first, then rooms, racks and meters. */
export function layOutDemoPlant(conditionOf: (deviceCode: string) => DeviceCondition): PlantLayout {
  const climateOf = ({ stream, yearMean }: { stream: number; yearMean: number }) => new Climate(stream, yearMean);
  const shanghai = climateOf(siteClimates.shanghai);
  const hangzhou = climateOf(siteClimates.hangzhou);
  const jiaxing = climateOf(siteClimates.jiaxing);
  const suzhou = climateOf(siteClimates.suzhou);
  const tianjin = climateOf(siteClimates.tianjin);
  // Each part draws its noise from streams of its own.
  let nextStream = 100;
  const stream = () => {
    nextStream += 20;
    return nextStream;
  };

  // Cold store
  const dock = new LoadingDock('dock-1', stream(), shanghai, conditionOf('dock-1'));
  const space = (
    code: string,
    design: RefrigeratedSpaceDesign,
    more: Partial<RefrigeratedSpaceDesign>,
    rack: () => CompressorRack,
    wallTemperature: () => number,
    doorTemperature: () => number,
  ) =>
    new RefrigeratedSpace(
      code,
      { ...design, stream: stream(), ...more },
      { wallTemperature, doorTemperature, evaporatingTemperature: () => rack().evaporatingTemperature },
      conditionOf(code),
    );

  const storeWall = () => 0.6 * shanghai.temperature + 6;
  const dockAir = () => dock.temperature;
  const rackOne = (): CompressorRack => coldStoreRack;
  const freezers = [1, 2, 3, 4].map((number) =>
    space(
      `freezer-${number}`,
      freezerDesign,
      { defrostAtMinute: 35 + number * 95, setpoint: number === 3 ? -21 : -20.5 },
      rackOne,
      storeWall,
      dockAir,
    ),
  );
  const chillRooms = [1, 2, 3].map((number) =>
    space(`chill-${number}`, chillDesign, { defrostAtMinute: 15 + number * 85 }, rackOne, storeWall, dockAir),
  );
  const coldStoreRack = new CompressorRack(
    'rack-1',
    {
      stream: stream(),
      compressors: 3,
      coolingKwEach: 20,
      electricKwEach: 14,
      evaporatingTemperature: -35,
      runHoursAtStart: 12_480,
    },
    [...freezers, ...chillRooms],
    shanghai,
    conditionOf('rack-1'),
  );
  const lighting = new EnergyMeter(
    'meter-lighting',
    { stream: stream(), phases: 1, kwhAtStart: 24_873.4 },
    (moment) => (isWithinHours(moment.hour, 6.5, 20) ? 3.1 : 0.45),
    conditionOf('meter-lighting'),
  );
  const coldStoreMeter = new EnergyMeter(
    'meter-main',
    { stream: stream(), phases: 3, kwhAtStart: 518_204.6 },
    () => 2.4 + coldStoreRack.electricKw + sumKw([...freezers, ...chillRooms]) + lighting.state.kw,
    conditionOf('meter-main'),
  );

  // Trucks
  const truck = (
    code: string,
    climate: Climate,
    route: Waypoint[],
    trips: [number, number, number][],
    tagCodes: readonly string[] = [],
  ) =>
    new Truck(
      code,
      {
        stream: stream(),
        setpoint: -19,
        route,
        trips: trips.map(([departHour, driveHours, stopHours]) => ({ departHour, driveHours, stopHours })),
        odometerAtStart: 48_000 + nextStream * 11,
        tagCodes,
      },
      climate,
      conditionOf(code),
    );
  const trucks = [
    truck(
      'truck-1',
      shanghai,
      shanghaiHangzhou,
      [
        [5.5, 2.4, 0.6],
        [13, 2.6, 0.6],
      ],
      ['truck-1-front', 'truck-1-rear'],
    ),
    truck(
      'truck-2',
      shanghai,
      shanghaiYangshan,
      [
        [1, 1.4, 0.7],
        [8, 1.6, 0.7],
        [14.5, 1.6, 0.7],
        [20, 1.4, 0.7],
      ],
      ['truck-2-rear'],
    ),
    truck('beichen-truck-1', tianjin, wuqingBeijing, [
      [4, 1.5, 0.6],
      [10, 1.7, 0.6],
      [16, 1.7, 0.6],
    ]),
  ];

  // Supermarket: indoor air around the cases, hardly any weather.
  const shopAir = () => 20 + 0.15 * (hangzhou.temperature - 17);
  const rackTwo = (): CompressorRack => storeRack;
  const multidecks = [1, 2, 3, 4, 5].map((number) =>
    space(
      `case-${number}`,
      multideckDesign,
      { defrostAtMinute: 10 + number * 40, setpoint: [3.5, 3.5, 1.8, 5, 5][number - 1]! },
      rackTwo,
      shopAir,
      shopAir,
    ),
  );
  const islands = [6, 7, 8].map((number) =>
    space(`case-${number}`, islandDesign, { defrostAtMinute: 25 + (number - 6) * 150 }, rackTwo, shopAir, shopAir),
  );
  const storeRoom = space(
    'store-room',
    chillDesign,
    {
      defrostAtMinute: 200,
      wallSeconds: 11_000,
      coolingKw: 2.4,
      fanKw: 0.3,
      heaterKw: 0,
      lightKw: 0.1,
      openingsPerHour: 6,
    },
    rackTwo,
    shopAir,
    shopAir,
  );
  const storeSpaces = [...multidecks, ...islands, storeRoom];
  const storeRack = new CompressorRack(
    'rack-2',
    {
      stream: stream(),
      compressors: 2,
      coolingKwEach: 11,
      electricKwEach: 6.5,
      evaporatingTemperature: -34,
      runHoursAtStart: 5210,
    },
    storeSpaces,
    hangzhou,
    conditionOf('rack-2'),
  );
  const refrigerationMeter = new EnergyMeter(
    'meter-refrigeration',
    { stream: stream(), phases: 1, kwhAtStart: 161_330.2 },
    () => storeRack.electricKw + sumKw(storeSpaces),
    conditionOf('meter-refrigeration'),
  );
  const storeLighting = new EnergyMeter(
    'meter-store-lighting',
    { stream: stream(), phases: 1, kwhAtStart: 58_204.8 },
    (moment) => (isWithinHours(moment.hour, 6.8, 22.2) ? 4.2 : 0.6),
    conditionOf('meter-store-lighting'),
  );
  const storeMeter = new EnergyMeter(
    'meter-store',
    { stream: stream(), phases: 3, kwhAtStart: 432_771.5 },
    (moment) =>
      3 + refrigerationMeter.state.kw + storeLighting.state.kw + (isWithinHours(moment.hour, 7, 22) ? 5.5 : 0.8),
    conditionOf('meter-store'),
  );

  // Pig farm
  const barns = [600, 580, 540].map(
    (heads, index) =>
      new Barn(
        `barn-${index + 1}`,
        `ventilation-${index + 1}`,
        { stream: stream(), heads },
        jiaxing,
        conditionOf(`ventilation-${index + 1}`),
      ),
  );
  const farmMeter = new EnergyMeter(
    'meter-farm',
    { stream: stream(), phases: 1, kwhAtStart: 89_420.7 },
    (moment) => 1.2 + sumKw(barns) + (isWithinHours(moment.hour, 5, 19) ? 1.6 : 0.2),
    conditionOf('meter-farm'),
  );

  // Museum
  const hall = new MuseumHall('hall-1', 'ahu-1', stream(), suzhou, conditionOf('ahu-1'));
  const showcases = [1, 2, 3, 4, 5, 6].map(
    (number) =>
      new Showcase(
        `showcase-${number}`,
        {
          stream: stream(),
          airTightHours: [46, 52, 38, 44, 30, 60][number - 1]!,
          bufferHumidity: number <= 3 ? 54 : 56,
          lux: [46, 48, 49, 44, 52, 42][number - 1]!,
        },
        hall,
        conditionOf(`showcase-${number}`),
      ),
  );

  return {
    climates: [shanghai, hangzhou, jiaxing, suzhou, tianjin],
    parts: [
      dock,
      ...freezers,
      ...chillRooms,
      coldStoreRack,
      lighting,
      coldStoreMeter,
      ...trucks,
      ...storeSpaces,
      storeRack,
      refrigerationMeter,
      storeLighting,
      storeMeter,
      ...barns,
      farmMeter,
      hall,
      ...showcases,
      new StoreTraffic(stream(), conditionOf),
      new CondensingUnit('unit-bakery', stream(), conditionOf('unit-bakery')),
    ],
  };
}

const sumKw = (consumers: readonly { electricKw: number }[]): number => {
  let kw = 0;
  for (const consumer of consumers) kw += consumer.electricKw;
  return kw;
};
