import { type CameraKind, cameraWatchers } from '@watchpost/contract';
import { grantsOfUser, system, tenantOf } from '../../access/index.ts';
import { sessionIsOpen } from '../../account/index.ts';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { findProjectFacts, isServed } from '../../projects/index.ts';
import { findSource } from '../store.ts';
import type { Ticket, Tickets } from './tickets.ts';

/** What a ticket opens. */
export interface OpenCamera {
  readonly id: number;
  readonly kind: CameraKind;
  readonly address: URL;
  readonly userId: number;
}

export interface Viewers {
  /** What the ticket opens at this moment; null: nothing, or nothing any more. */
  admit(ticket: string): Promise<OpenCamera | null>;
}

/** A right that was taken, or an address that was changed, counts after so long at the latest. A stream asks once in two seconds. */
export const verdictMs = 10_000;
const maxVerdicts = 5_000;

/**
 * Looks up what people may see, each time they look: the sign-in holds, the right to look at cameras of the project, the
 * device the camera is bound to, a project that is served.
 */
export function createViewers({
  db,
  clock,
  events,
  tickets,
  secretKey,
}: {
  db: Db;
  clock: Clock;
  events: EventBus;
  tickets: Tickets;
  secretKey: string;
}): Viewers {
  const box = createSecretBox(secretKey);
  const verdicts = new Map<string, { until: number; camera: Promise<OpenCamera | null> }>();
  const owner = {};
  events.on(owner, 'accessChanged', () => verdicts.clear());
  events.on(owner, 'configurationChanged', () => verdicts.clear());

  async function judge({ cameraId, companyId, userId, sessionId }: Ticket): Promise<OpenCamera | null> {
    if (!(await sessionIsOpen(system, db, sessionId, userId))) return null;
    const grants = await grantsOfUser(system, db, userId, companyId);
    if (!grants) return null;
    const tenant = tenantOf(userId, grants, cameraWatchers);
    const camera = await findSource(tenant, db, cameraId);
    if (!camera) return null;
    const project = await findProjectFacts(tenant, db, camera.project_id);
    if (!project || !isServed(project, clock.now())) return null;
    return { id: camera.id, kind: camera.kind, address: new URL(box.open(camera.address)), userId };
  }

  return {
    async admit(text) {
      const now = clock.now();
      const known = verdicts.get(text);
      if (known && known.until > now) return known.camera;
      const ticket = tickets.read(text);
      if (!ticket) return null;
      if (verdicts.size >= maxVerdicts) verdicts.clear();
      const camera = judge(ticket);
      verdicts.set(text, { until: now + verdictMs, camera });
      camera.catch(() => verdicts.delete(text));
      return camera;
    },
  };
}
