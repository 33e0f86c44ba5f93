import type { Bilingual } from '../call.ts';

/** What a tag measures: 1 temperature, 2 humidity besides, 3 temperature and a door or light contact. */
export const tagTypes = [1, 2, 3] as const;
export type TagType = (typeof tagTypes)[number];
export const tagTypeWords: Readonly<Record<TagType, Bilingual>> = {
  1: { zh: '温度', en: 'Temperature' },
  2: { zh: '温湿度', en: 'Temperature and humidity' },
  3: { zh: '温度与门磁', en: 'Temperature and door' },
};

/** What a gateway calls the values of a tag. */
export const tagKeys = ['temperature', 'humidity', 'door', 'battery'] as const;
export type TagKey = (typeof tagKeys)[number];

/** Those that a tag of a type has; every tag says how full its battery is. */
export const keysOfTag: Readonly<Record<TagType, readonly TagKey[]>> = {
  1: ['temperature', 'battery'],
  2: ['temperature', 'humidity', 'battery'],
  3: ['temperature', 'door', 'battery'],
};

/** How the names of the two points of a position begin, whose unit is °: points do not say yet what they mean on a vehicle. */
export const coordinateNames = { latitude: /^(lat|纬)/i, longitude: /^(lon|lng|long|经)/i };
/** Above this age, in ms, a position is no longer current. */
export const positionSilentMs = 10 * 60_000;

/** Nothing heard of for so many cycles: a tag is silent. */
export const silentAfterCycles = 3;

export const tagStates = ['new', 'heard', 'silent'] as const;
export type TagState = (typeof tagStates)[number];
export const tagStateWords: Readonly<Record<TagState, Bilingual>> = {
  new: { zh: '从未上报', en: 'Never heard' },
  heard: { zh: '正常', en: 'Reporting' },
  silent: { zh: '失联', en: 'Silent' },
};

/** Cycles in seconds that a tag can have: these, or whole minutes up to a day. */
export const isTagCycle = (seconds: number): boolean =>
  seconds === 10 || seconds === 30 || (seconds % 60 === 0 && seconds >= 60 && seconds <= 86_400);

export const waybillStatuses = [0, 1, 2, 3, 4, 5] as const;
export type WaybillStatus = (typeof waybillStatuses)[number];
export const waybillStatusWords: Readonly<Record<WaybillStatus, Bilingual>> = {
  0: { zh: '待发运', en: 'Pending' },
  1: { zh: '运输中', en: 'In transit' },
  2: { zh: '已到达', en: 'Arrived' },
  3: { zh: '已签收', en: 'Signed' },
  4: { zh: '拒收', en: 'Rejected' },
  5: { zh: '已作废', en: 'Cancelled' },
};
export const openWaybillStatuses: readonly WaybillStatus[] = [0, 1, 2];

export interface WaybillMove extends Bilingual {
  readonly from: readonly WaybillStatus[];
  readonly to: WaybillStatus;
  /** Shortest reason, characters; 0: none is asked for. */
  readonly reasonMin: number;
  /** A vehicle and at least one tag have to be bound. */
  readonly needsLoad: boolean;
}

/** Shortest reason of a rejection, characters. */
export const rejectionMin = 10;

/** Every step of a waybill. Buttons, refusals and tests follow from it. The specification names the statuses and no steps; these are ours. */
export const waybillMoves = {
  depart: { zh: '发车', en: 'Depart', from: [0], to: 1, reasonMin: 0, needsLoad: true },
  arrive: { zh: '到达', en: 'Arrive', from: [1], to: 2, reasonMin: 0, needsLoad: false },
  sign: { zh: '签收', en: 'Sign', from: [2], to: 3, reasonMin: 0, needsLoad: false },
  reject: { zh: '拒收', en: 'Reject', from: [2], to: 4, reasonMin: rejectionMin, needsLoad: false },
  cancel: { zh: '作废', en: 'Cancel waybill', from: [0, 1], to: 5, reasonMin: 1, needsLoad: false },
} as const satisfies Record<string, WaybillMove>;
export type WaybillMoveName = keyof typeof waybillMoves;
export const waybillMoveNames = Object.keys(waybillMoves) as [WaybillMoveName, ...WaybillMoveName[]];

/** The steps that lead on from a status. */
export const movesFrom = (status: WaybillStatus): WaybillMoveName[] =>
  waybillMoveNames.filter((name) => (waybillMoves[name].from as readonly number[]).includes(status));

/** Tags are bound afterwards at most so long before now. */
export const boundBackHours = 24;
export const tagsOfWaybill = 50;
/** A round of more is two waybills. */
export const stopsOfWaybill = 20;
/** So close to a limit a track is drawn as near to it, °C. */
export const nearLimitCelsius = 1;
/** A track of more days would be no picture. */
export const trackDays = 31;

export const fenceKinds = ['circle', 'polygon'] as const;
export type FenceKind = (typeof fenceKinds)[number];
export const fenceKindWords: Readonly<Record<FenceKind, Bilingual>> = {
  circle: { zh: '圆形', en: 'Circle' },
  polygon: { zh: '多边形', en: 'Polygon' },
};

/** What a vehicle does there. */
export const stopKinds = ['origin', 'customer', 'depot', 'other'] as const;
export type StopKind = (typeof stopKinds)[number];
export const stopKindWords: Readonly<Record<StopKind, Bilingual>> = {
  origin: { zh: '发货地', en: 'Origin' },
  customer: { zh: '客户', en: 'Customer' },
  depot: { zh: '车场', en: 'Depot' },
  other: { zh: '其他', en: 'Other' },
};

/** Metres. Smaller is within the error of a receiver; larger is a region. */
export const fenceRadius = { min: 50, max: 50_000 };
export const cornersMin = 3;
export const cornersMax = 200;
/** More would make the track of a week slow. */
export const fencesOfProject = 200;
/** A stay at the destination that lasts so long is an arrival, ms. */
export const arrivalStayMs = 3 * 60_000;

/** Minutes. Below the first the goods are as the air; above the last a journey is too short to tell. */
export const goodsLag = { min: 5, max: 10_080 };
/** Lags to begin with, minutes; ours. */
export const usualGoodsLags: readonly (Bilingual & { readonly minutes: number })[] = [
  { minutes: 30, zh: '散装小盒', en: 'Loose boxes' },
  { minutes: 120, zh: '纸箱', en: 'Cartons' },
  { minutes: 600, zh: '整托盘', en: 'Full pallet' },
];
