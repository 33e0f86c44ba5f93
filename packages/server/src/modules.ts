import type { AllCalls } from '@watchpost/contract';
import { accountHandlers, type Messenger, type OpenId, type Tokens } from './account/index.ts';
import {
  type AlarmService,
  alarmExporters,
  alarmHandlers,
  alarmHealthHandlers,
  backTestHandlers,
  countByProject,
  healthExporter,
  moveToCompany as moveAlarms,
  whyHandlers,
} from './alarms/index.ts';
import { strategyHandlers } from './alarms/strategies/handlers.ts';
import { strategyTemplateHandlers } from './alarms/strategyTemplates/handlers.ts';
import { cameraExporter, cameraHandlers, moveToCompany as moveCameras, type Tickets } from './cameras/index.ts';
import { dataDownloadHandlers, pointHistoryExporter } from './dataDownload/index.ts';
import {
  type DeviceDeps,
  deviceExporter,
  deviceHandlers,
  devicePointExporter,
  insertDevices,
  linkDevices,
  lockDevices,
  moveToCompany as moveDevices,
  namesBeginning,
  unlinkDevices,
} from './devices/index.ts';
import { type AnyExporter, downloadHandlers } from './downloads/index.ts';
import { eventNoticeHandlers } from './eventNotices/index.ts';
import type { EventBus, PendingOnPoint } from './events.ts';
import { warningExporter, warningHandlers } from './faultWarnings/index.ts';
import { type FileUrls, fileHandlers, moveToCompany as moveFiles } from './files/index.ts';
import { createBadPoints } from './gateways/badPoints.ts';
import { gatewayHandlers } from './gateways/handlers.ts';
import {
  type FieldAddress,
  type GatewayCatalogue,
  type HeardKey,
  moveToCompany as moveGateways,
} from './gateways/index.ts';
import { gatewayExporter } from './gateways/list/handlers.ts';
import type { Handlers } from './handlers.ts';
import type { MoveToCompany } from './handOver.ts';
import { type History, type HistoryShare, historyHandlers, type WhichPoints } from './history/index.ts';
import type { FrameLog, MessageWatch, OpenLines } from './ingest/index.ts';
import { listHandlers } from './lists/index.ts';
import { logHandlers } from './logs/index.ts';
// Not in the index: downloads writes the log, and this stands on downloads.
import { operationExporter } from './logs/operationExporter.ts';
import { mappingHandlers, moveToCompany as moveMappings } from './mapping/index.ts';
import {
  alarmViewer,
  moveToCompany as moveNotifications,
  notificationHandlers,
  type Outbox,
  pushDayExporter,
  pushStatisticsExporter,
  smsPushExporter,
} from './notifications/index.ts';
import { peopleHandlers } from './people/handlers.ts';
import { memberExporter } from './people/members/memberExporter.wire.ts';
import { moveToCompany as movePeople } from './people/projectPeople.store.ts';
import type { CardProvider } from './platform/cards/cardProvider.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import type { FboxAccount } from './platform/fbox/fboxAccount.ts';
import type { Log } from './platform/log/log.ts';
import type { OutboundGuard } from './platform/outboundGuard.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { WeatherProvider } from './platform/weather/weatherProvider.ts';
import {
  createPresentLive,
  type LimitStretch,
  type LiveValues,
  moveToCompany as movePoints,
  type PointCatalogue,
  type PointDeps,
  pointExporter,
  pointHandlers,
  type ShownLimits,
} from './points/index.ts';
import { deletedProjectExporter, projectExporter, projectHandlers } from './projects/index.ts';
import { templateHandlers } from './templates/index.ts';
import { weatherExporter, weatherHandlers } from './weather/index.ts';
import { workbenchHandlers } from './workbench/index.ts';
import { moveToCompany as moveWritings, type Writing, writeExporter, writingHandlers } from './writing/index.ts';

export interface ModuleDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  log: Log;
  tokens: Tokens;
  messenger: Messenger;
  openId: OpenId | null;
  /** Pictures behind maps; null: the outline of the land alone. */
  mapTiles: { url: string; credit: string } | null;
  /** Where people get the phone app; null: nowhere. */
  appUrl: string | null;
  history: History;
  historyShare: HistoryShare;
  /** How many days what is recorded of points stays when they are deleted now; null: for ever. */
  keptAfterDeletion(which: WhichPoints): Promise<number | null>;
  live: LiveValues;
  messageWatch: MessageWatch;
  frameLog: FrameLog;
  /** The lines that gateways are read over now. */
  lines: OpenLines;
  gateways: GatewayCatalogue;
  alarms: AlarmService;
  points: PointCatalogue;
  limitsOfPoint(pointId: number): ShownLimits | null;
  limitsOver(pointId: number, from: number, to: number): readonly LimitStretch[];
  pendingOnPoint(pointId: number): readonly PendingOnPoint[];
  writePoint: PointDeps['writePoint'];
  valueOfFormula: PointDeps['valueOfFormula'];
  downloadStorage: Storage;
  exporters: readonly AnyExporter[];
  fileStorage: Storage;
  /** `fileUrls.fileUrl(id)`: the address under which a browser shows an uploaded image. */
  fileUrls: FileUrls;
  guard: OutboundGuard;
  outbox: Pick<Outbox, 'available'>;
  /** For addresses that people name. */
  pictureGuard: OutboundGuard;
  /** For those of pictures: from listed hosts alone when the operator listed some. */
  imageGuard: OutboundGuard;
  writing: Writing;
  /** When a slave of a line that is open now is asked the next time, epoch ms; null: it is not polled. */
  nextAskAt(gatewayId: number, slaveAddress: number): number | null;
  /** When a gateway was last heard of, epoch ms; null: not since the start. */
  lastSeenAt(gatewayId: number): number | null;
  /** Asks a slave for everything at once. */
  readNow(gatewayId: number, slaveAddress: number): void;
  heardKeysOf(gateway: { id: number; company_id: number }): readonly HeardKey[];
  /** The carrier of communication cards; null: none is configured. */
  cards: CardProvider | null;
  /** Who knows the weather; null: nobody is asked. */
  weather: WeatherProvider | null;
  /** The FBox account; null: none is configured. */
  fbox: FboxAccount | null;
  fieldAddress: FieldAddress;
  /** The key under which secrets are kept. */
  secretKey: string;
  cameraTickets: Tickets;
}

/**
 * Every domain that keeps something under a company, for a project that goes to another one. First what is large, last what
 * readings wait for: the rows stay locked from here to the commit.
 */
const movesToCompany: readonly MoveToCompany[] = [
  moveNotifications,
  moveAlarms,
  moveWritings,
  movePeople,
  moveFiles,
  moveCameras,
  moveDevices,
  movePoints,
  moveGateways,
  moveMappings,
];

/** Every call's handler; one line a domain, alphabetical. */
export const allHandlers = (deps: ModuleDeps): Handlers<AllCalls> => ({
  ...peopleHandlers(deps),
  ...accountHandlers(deps),
  ...alarmHandlers(deps),
  ...alarmHealthHandlers(deps),
  ...backTestHandlers(deps),
  ...cameraHandlers(deps),
  ...dataDownloadHandlers(deps),
  ...deviceHandlers(deps),
  ...downloadHandlers(deps),
  ...eventNoticeHandlers(deps),
  ...fileHandlers(deps),
  ...gatewayHandlers({ ...deps, badPointsOf: createBadPoints(deps), presentLive: createPresentLive(deps) }),
  ...historyHandlers(deps),
  ...listHandlers(deps),
  ...logHandlers(deps),
  ...mappingHandlers(deps),
  ...notificationHandlers(deps),
  ...pointHandlers({
    ...deps,
    deviceWriter: { insertDevices, linkDevices, lockDevices, namesBeginning, unlinkDevices },
  }),
  ...strategyHandlers(deps),
  ...strategyTemplateHandlers(deps),
  ...projectHandlers({
    ...deps,
    movesToCompany,
    currentAlarms: (caller) => countByProject(alarmViewer(caller), deps.db),
  }),
  ...templateHandlers(deps),
  ...warningHandlers(deps),
  ...weatherHandlers(deps),
  ...whyHandlers(deps),
  ...workbenchHandlers(deps),
  ...writingHandlers(deps),
});

/** Every list that can be exported in the background; one line each, alphabetical. */
export const allExporters = (
  deps: Omit<DeviceDeps, 'events' | 'fileUrls'> & Pick<Parameters<typeof pointHistoryExporter>[0], 'limitsOver'>,
): AnyExporter[] => [
  ...alarmExporters(deps),
  cameraExporter(deps),
  deletedProjectExporter(deps),
  gatewayExporter(deps),
  healthExporter(deps),
  deviceExporter(deps),
  devicePointExporter(deps),
  memberExporter(deps),
  operationExporter(deps),
  pointExporter(deps),
  pointHistoryExporter(deps),
  projectExporter(deps),
  pushDayExporter(deps),
  pushStatisticsExporter(deps),
  smsPushExporter(deps),
  warningExporter(deps),
  weatherExporter(deps),
  writeExporter(deps),
];
