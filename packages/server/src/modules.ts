import type { AllCalls } from '@watchpost/contract';
import { accessHandlers } from './access/index.ts';
import { accountHandlers, type Messenger, type OpenId, type Tokens } from './account/index.ts';
import { type AlarmService, alarmHandlers, countByProject } from './alarms/index.ts';
import { deviceHandlers } from './devices/index.ts';
import type { EventBus } from './events.ts';
import { type FileUrls, fileHandlers } from './files/index.ts';
import type { Handlers } from './handlers.ts';
import { type History, historyHandlers } from './history/index.ts';
import { listHandlers } from './lists/index.ts';
import { alarmViewer, notificationHandlers } from './notifications/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import type { Log } from './platform/log/log.ts';
import type { OutboundGuard } from './platform/outboundGuard.ts';
import type { Storage } from './platform/storage/storage.ts';
import {
  type LiveValues,
  type PendingOnPoint,
  type PointCatalogue,
  type PointLimits,
  pointHandlers,
} from './points/index.ts';
import { projectHandlers } from './projects/index.ts';

export interface ModuleDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  log: Log;
  tokens: Tokens;
  messenger: Messenger;
  openId: OpenId | null;
  history: History;
  live: LiveValues;
  alarms: AlarmService;
  points: PointCatalogue;
  limitsOfPoint(pointId: number): PointLimits | null;
  pendingOnPoint(pointId: number): readonly PendingOnPoint[];
  fileStorage: Storage;
  /** `fileUrls.fileUrl(id)`: the address under which a browser shows an uploaded image. */
  fileUrls: FileUrls;
  guard: OutboundGuard;
}

/** Every call's handler; one line a domain, alphabetical. */
export const allHandlers = (deps: ModuleDeps): Handlers<AllCalls> => ({
  ...accessHandlers(deps),
  ...accountHandlers(deps),
  ...alarmHandlers(deps),
  ...deviceHandlers(deps),
  ...fileHandlers(deps),
  ...historyHandlers(deps),
  ...listHandlers(deps),
  ...notificationHandlers(deps),
  ...pointHandlers(deps),
  ...projectHandlers({ ...deps, currentAlarms: (caller) => countByProject(alarmViewer(caller), deps.db) }),
});
