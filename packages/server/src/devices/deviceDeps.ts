import type { Caller } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { LimitStretch, LivePointDeps, PointCatalogue } from '../points/index.ts';

export interface DeviceDeps extends LivePointDeps {
  readonly events: EventBus;
  readonly history: History;
  readonly historyShare: HistoryShare;
  readonly points: PointCatalogue;
  limitsOver(pointId: number, from: number, to: number): readonly LimitStretch[];
  readonly fileUrls: { fileUrl(fileId: string): string };
}

export type DeviceContext = CallContext<Caller>;
