import type { Bilingual } from '../call.ts';

/** How a company came by an asset (spec §3.2). Stored. */
export const assetSources = {
  purchase: { zh: '采购', en: 'Purchase' },
  donation: { zh: '捐赠', en: 'Donation' },
  lease: { zh: '租赁', en: 'Lease' },
  selfBuilt: { zh: '自建', en: 'Self-built' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Bilingual>;
export type AssetSource = keyof typeof assetSources;
export const assetSourceNames = Object.keys(assetSources) as [AssetSource, ...AssetSource[]];

export const assetUsages = {
  inUse: { zh: '使用中', en: 'In use' },
  idle: { zh: '闲置', en: 'Idle' },
  disposed: { zh: '已处置', en: 'Disposed of' },
} as const satisfies Record<string, Bilingual>;
export type AssetUsage = keyof typeof assetUsages;
export const assetUsageNames = Object.keys(assetUsages) as [AssetUsage, ...AssetUsage[]];
/** What a form or a spreadsheet says of an asset: a disposal is an act of its own. */
export const keptUsageNames = ['inUse', 'idle'] as const satisfies readonly AssetUsage[];
/** A disposal is taken back for so long. Our choice. */
export const undoDisposalDays = 30;

export const assetVerifications = {
  toBeVerified: { zh: '待核实', en: 'To be verified' },
  verified: { zh: '已核实', en: 'Verified' },
} as const satisfies Record<string, Bilingual>;
export type AssetVerification = keyof typeof assetVerifications;
export const assetVerificationNames = Object.keys(assetVerifications) as [AssetVerification, ...AssetVerification[]];

export const assetContractKinds = {
  purchase: { zh: '采购合同', en: 'Purchase' },
  lease: { zh: '租赁合同', en: 'Lease' },
  service: { zh: '服务合同', en: 'Service' },
} as const satisfies Record<string, Bilingual>;
export type AssetContractKind = keyof typeof assetContractKinds;
export const assetContractKindNames = Object.keys(assetContractKinds) as [AssetContractKind, ...AssetContractKind[]];

/** Where a contract of assets stands on a day. Never stored. */
export const assetContractStates = {
  upcoming: { zh: '未开始', en: 'Not begun' },
  running: { zh: '履行中', en: 'Running' },
  ending: { zh: '即将到期', en: 'Ends soon' },
  ended: { zh: '已到期', en: 'Ended' },
} as const satisfies Record<string, Bilingual>;
export type AssetContractState = keyof typeof assetContractStates;
export const assetContractStateNames = Object.keys(assetContractStates) as [
  AssetContractState,
  ...AssetContractState[],
];
/** Days before the end of a contract, or of a warranty, at which reminders are sent. */
export const contractReminderDays = [60, 30, 7] as const;
/** A contract that ends within so many days ends soon. */
export const contractEndsSoonDays = 60;

/** How many documents an asset holds at most. */
export const maxAssetDocuments = 50;
/** An asset is a part of a part … so many levels deep at most. Our choice. */
export const maxAssetLevels = 6;

/** Who closes a stocktake, as it stands for the caller. */
export const stocktakeClosings = {
  free: { zh: '可结束', en: 'May close it' },
  another: { zh: '由他人结束', en: 'For another person' },
  alone: { zh: '无其他人可结束', en: 'Nobody else may' },
} as const satisfies Record<string, Bilingual>;
export type StocktakeClosing = keyof typeof stocktakeClosings;
export const stocktakeClosingNames = Object.keys(stocktakeClosings) as [StocktakeClosing, ...StocktakeClosing[]];

/** What becomes of a stocktake. Stored. */
export const stocktakeStates = {
  planned: { zh: '已计划', en: 'Planned' },
  open: { zh: '盘点中', en: 'Open' },
  review: { zh: '复核中', en: 'In review' },
  closed: { zh: '已结束', en: 'Closed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Bilingual>;
export type StocktakeState = keyof typeof stocktakeStates;
export const stocktakeStateNames = Object.keys(stocktakeStates) as [StocktakeState, ...StocktakeState[]];

/** How a stocktake stands with one asset or label. Never stored. */
export const stocktakeOutcomes = {
  found: { zh: '已找到', en: 'Found' },
  missing: { zh: '未找到', en: 'Missing' },
  elsewhere: { zh: '登记在别处', en: 'Registered elsewhere' },
  unknown: { zh: '未知标签', en: 'Unknown label' },
} as const satisfies Record<string, Bilingual>;
export type StocktakeOutcome = keyof typeof stocktakeOutcomes;
export const stocktakeOutcomeNames = Object.keys(stocktakeOutcomes) as [StocktakeOutcome, ...StocktakeOutcome[]];

/** What a person decides about a difference, by its outcome; of what was found, only where the register has it elsewhere by now. Stored. */
export const stocktakeDecisionsOf = {
  missing: ['missing'],
  elsewhere: ['move', 'stay'],
  unknown: ['ignore'],
  found: ['stay', 'move'],
} as const satisfies Record<StocktakeOutcome, readonly string[]>;
export type StocktakeDecision = (typeof stocktakeDecisionsOf)[StocktakeOutcome][number];
export const stocktakeDecisionNames = [
  'missing',
  'move',
  'stay',
  'ignore',
] as const satisfies readonly StocktakeDecision[];
/** What became of a difference. An unknown label is registered by adding its asset, not by a decision. */
export const stocktakeResults = {
  missing: { zh: '确认未找到', en: 'Stays missing' },
  move: { zh: '改登记到盘点位置', en: 'Register where it was seen' },
  stay: { zh: '保持现登记', en: 'Leave as registered' },
  ignore: { zh: '忽略', en: 'Ignore' },
  registered: { zh: '已登记为资产', en: 'Registered as asset' },
} as const satisfies Record<StocktakeDecision | 'registered', Bilingual>;
export type StocktakeResult = keyof typeof stocktakeResults;
export const stocktakeResultNames = Object.keys(stocktakeResults) as [StocktakeResult, ...StocktakeResult[]];

/** What speaks for replacing an asset. */
export const replaceParts = {
  cost: { zh: '近一年维修费用 / 更换费用', en: 'Repair cost of a year / replacement cost' },
  failures: { zh: '近一年故障 / 同类中位数', en: 'Failures of a year / median of its class' },
  age: { zh: '已用月数 / 使用年限', en: 'Months in use / months of life' },
  energy: { zh: '近 30 天日均用电 / 同类中位数', en: 'Energy a day (30 days) / median of its peers' },
} as const satisfies Record<string, Bilingual>;
export type ReplacePart = keyof typeof replaceParts;
export const replacePartNames = Object.keys(replaceParts) as [ReplacePart, ...ReplacePart[]];

export const replaceVerdicts = {
  keep: { zh: '继续使用', en: 'Keep' },
  watch: { zh: '关注', en: 'Watch' },
  examine: { zh: '建议评估更换', en: 'Consider replacement' },
} as const satisfies Record<string, Bilingual>;
export type ReplaceVerdict = keyof typeof replaceVerdicts;
export const replaceVerdictNames = Object.keys(replaceVerdicts) as [ReplaceVerdict, ...ReplaceVerdict[]];
/** From these scores on it is watched, or its replacement examined. Our choice. */
export const replaceLimits = { watch: 40, examine: 65 } as const;
