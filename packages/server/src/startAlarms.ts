import { qualityOf } from '@watchpost/contract';
import { acknowledgeByPhone, openAlarms } from './alarms/index.ts';
import type { Ground } from './ground.ts';
import { createAnswers, createOutbox, createSenders, createWebhookWatch } from './notifications/index.ts';
import type { Providers } from './openProviders.ts';
import type { Stores } from './openStores.ts';
import { installationSecret } from './platform/db/installationSecret.ts';
import { createSecretBox } from './platform/secretBox.ts';
import type { LiveReading } from './points/index.ts';

export type Alarms = Awaited<ReturnType<typeof startAlarms>>;

/**
 * The alarms, and the outbox by which people are told of them. The outbox is not started: it sends once we can be answered.
 *
 * @param receiptBase where providers find us
 */
export async function startAlarms(
  { config, db, pool, owner, clock, log, events, running }: Ground,
  { history, live }: Stores,
  { sms, voice, messenger, pictureGuard, secretKey }: Providers,
  { receiptBase, stopping }: { receiptBase: () => string; stopping: AbortSignal },
) {
  const isSimulated = config.sms?.isSimulated || config.voice?.isSimulated;
  const receiptSecret = config.receiptSecret ?? (isSimulated ? await installationSecret(db, 'receipts') : null);
  const providers = { sms, voice };
  const answers = createAnswers({
    pool,
    clock,
    log,
    providers,
    acknowledge: (order) => acknowledgeByPhone({ db, clock, events }, order),
  });
  const outbox = createOutbox({
    pool,
    owner,
    clock,
    log,
    providers,
    publicUrl: config.publicUrl,
    answered: answers.take,
    webhookTried: createWebhookWatch({ db, clock }),
    senders: createSenders({
      ...providers,
      sendMail: messenger.mail === null ? null : (message, tries) => messenger.sendMail(message, tries),
      // Webhooks are named by those who set up alarms.
      guard: pictureGuard,
      secrets: createSecretBox(secretKey),
      client: pool,
      receiptUrl: (channel) => `${receiptBase()}/receipts/${channel}?secret=${receiptSecret ?? ''}`,
      now: () => clock.now(),
    }),
  });
  running.defer(() => outbox.stop());
  const alarms = openAlarms({
    db,
    pool,
    clock,
    log,
    events,
    outbox,
    cursorOf: (pointId) => cursorAt(live.get(pointId)),
    history,
    historyOf: (pointIds, from, to) => history.raw(pointIds, from, to, stopping),
  });
  await alarms.start();
  running.defer(() => alarms.stop());
  const { limitsOfPoint, limitsOver, usualLimitsOfPoint, pendingOnPoint } = alarms;
  return { alarms, outbox, answers, receiptSecret, limitsOfPoint, limitsOver, usualLimitsOfPoint, pendingOnPoint };
}

/**
 * Up to where a point's readings were judged before, for the alarm engine. The latest reading alone does not know of a good one
 * before a bad one.
 */
function cursorAt(reading: LiveReading | null) {
  if (reading === null) return null;
  const { measuredAt, value, quality } = reading;
  const isGood = value !== null && qualityOf(quality) !== 'bad';
  return { lastSampleAt: measuredAt, lastGoodAt: isGood ? measuredAt : null, heldValue: isGood ? value : null };
}
