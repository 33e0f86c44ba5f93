import type { ownDeeds } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { writeTry } from './webhook.store.ts';
import { webhookTrouble } from './webhookTrouble.ts';

/** After so many tries and so long without one that was taken, nobody listens there any more. */
const maxTries = 20;
const longestMs = 24 * 3_600_000;

export interface WebhookTry {
  readonly webhookId: number;
  /** Null: it was taken. */
  readonly error: string | null;
  /** The other side says that it is gone for good. */
  readonly isGone: boolean;
}

/** Keeps how a webhook fares, and switches off one that takes nothing any more: in the operation log, by the product itself. */
export const createWebhookWatch =
  (deps: { readonly db: Db; readonly clock: Clock }) =>
  async ({ webhookId, error, isGone }: WebhookTry): Promise<void> => {
    const context = {
      call: 'switchWebhookOff' satisfies keyof typeof ownDeeds,
      caller: null,
      address: '',
      userAgent: '',
      markLogged: () => {},
    } as const;
    await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
      const at = new Date(deps.clock.now());
      const off = await writeTry(system, transaction, webhookId, { at, error, isGone, maxTries, longestMs });
      if (off === null) return unchanged();
      log({
        companyId: off.companyId,
        projectId: off.projectId,
        subject: { kind: 'webhook', id: webhookId, name: off.name },
        before: { enabled: true },
        after: { enabled: false, reason: error === null ? null : webhookTrouble(error) },
      });
    });
  };
