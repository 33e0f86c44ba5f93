import { randomBytes } from 'node:crypto';
import {
  commonErrors,
  dutyWords,
  minuteMs,
  notificationErrors,
  type Webhook,
  WebhookForm,
  type webhookCalls,
} from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, needInCompany } from '../../access/index.ts';
import { countWithin } from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { refusingTaken } from '../../platform/db/refusingTaken.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { type OutboundGuard, OutboundRefused } from '../../platform/outboundGuard.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { needToArrange } from '../duty/saveRota.wire.ts';
import { postWebhook } from '../outbox/senders.ts';
import {
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
  type WebhookValues,
  webhooksOf,
} from './webhook.store.ts';
import { webhookTrouble } from './webhookTrouble.ts';
import { createWebhookWatch } from './webhookWatch.ts';

/** Of a company: an address that somebody names is none to be shot at. */
const tests = { count: 10, withinMs: minuteMs };
const tooOften = () => new Refusal(notificationErrors.testedTooOften);

export interface WebhookDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** For addresses that people name. */
  readonly pictureGuard: OutboundGuard;
  readonly secretKey: string;
}

export function webhookHandlers(deps: WebhookDeps): Handlers<typeof webhookCalls> {
  const { db, clock, pictureGuard: guard } = deps;
  const secrets = createSecretBox(deps.secretKey);
  const note = createWebhookWatch(deps);

  const mayEdit = (caller: Caller, projectId: number, ofCompany: boolean): boolean =>
    ofCompany
      ? mayInCompany(caller, ['companyAlarms'])
      : caller.grants !== null && mayInProject(caller.grants, projectId, ['alarmStrategyEdit']);
  const needToEdit = (caller: Caller, projectId: number, ofCompany: boolean): void => {
    if (ofCompany) needInCompany(caller, ['companyAlarms']);
    else needToArrange(caller, projectId);
  };

  return {
    async getWebhookList({ caller, language }, { query }): Promise<Webhook[]> {
      const rows = await webhooksOf(caller.tenant, db, query.ProjectId);
      return rows.map((row) => {
        const may = mayEdit(caller, query.ProjectId, row.projectId === null);
        return {
          WebhookId: row.id,
          WebhookName: row.name,
          // What stands behind the host is often a secret of its own.
          Url: may ? row.url : new URL(row.url).origin,
          LevelList: row.severities,
          OfCompany: row.projectId === null,
          Enabled: row.enabled,
          LastEPOCH: row.lastAt?.getTime() ?? null,
          LastError: row.lastError && webhookTrouble(row.lastError)[language],
          FailingSinceEPOCH: row.failingSince?.getTime() ?? null,
          FailedCount: row.failedTries,
          SwitchedOffEPOCH: row.switchedOffAt?.getTime() ?? null,
          SwitchedOffBecause: row.switchedOffAt === null ? null : row.switchedOffBecause,
          MayEdit: may,
        };
      });
    },

    async saveWebhook(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      const { ProjectId: projectId, WebhookId: id, NewSecret: newSecret = false, ...sent } = body;
      if (body.Url !== undefined) {
        // Looked up before the transaction, which must not wait for a name server; every send looks it up again.
        const words = await guard(new URL(body.Url).hostname.replace(/^\[|\]$/g, '')).then(
          () => null,
          (error: unknown) => (error instanceof OutboundRefused ? dutyWords.privateAddress : dutyWords.unknownHost),
        );
        if (words) throw InvalidInput.inField('Url', words, language);
      }
      const taken = { company_webhook_name_key: () => new Refusal(notificationErrors.webhookNameTaken) };
      return refusingTaken(taken, () =>
        inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
          const before = id === undefined ? null : await lockWebhook(tenant, transaction, projectId, id);
          if (id !== undefined && before === null) throw new Refusal(commonErrors.notFound);
          if (before) needToEdit(caller, projectId, before.projectId === null);
          const form = parseChanged(
            WebhookForm,
            before ? formOf(projectId, before) : { ...empty, ProjectId: projectId },
            sent,
            language,
          );
          needToEdit(caller, projectId, form.OfCompany);
          const values: WebhookValues = {
            name: form.WebhookName,
            url: form.Url,
            severities: [...new Set(form.LevelList)].sort((a, b) => a - b),
            projectId: form.OfCompany ? null : projectId,
            enabled: form.Enabled,
          };
          const secret = before === null || newSecret ? `whsec_${randomBytes(24).toString('base64url')}` : null;
          const subject = (webhookId: number) => ({ kind: 'webhook', id: webhookId, name: values.name }) as const;
          const operation = { companyId: tenant.companyId, projectId: values.projectId };
          if (before === null) {
            const newId = await insertWebhook(
              tenant,
              transaction,
              values,
              secrets.seal(secret!),
              new Date(clock.now()),
            );
            log({ ...operation, subject: subject(newId), after: inLog(values) });
            return { WebhookId: newId, Secret: secret };
          }
          const changed = differing(inLog(before), inLog(values));
          if (Object.keys(changed).length === 0 && secret === null) {
            unchanged();
            return { WebhookId: before.id, Secret: null };
          }
          await updateWebhook(
            tenant,
            transaction,
            before.id,
            values,
            secret === null ? before.secret : secrets.seal(secret),
          );
          const said = logged(inLog(before), changed);
          log({
            ...operation,
            subject: subject(before.id),
            before: said.before,
            after: { ...said.after, ...(secret === null ? {} : { secret: { zh: '已更换', en: 'replaced' } }) },
          });
          return { WebhookId: before.id, Secret: secret };
        }),
      );
    },

    async deleteWebhook(context, { body }) {
      const { caller } = context;
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const hook = await lockWebhook(caller.tenant, transaction, body.ProjectId, body.WebhookId);
        if (!hook) throw new Refusal(commonErrors.notFound);
        needToEdit(caller, body.ProjectId, hook.projectId === null);
        await deleteWebhook(caller.tenant, transaction, hook.id);
        log({
          companyId: caller.tenant.companyId,
          projectId: hook.projectId,
          subject: { kind: 'webhook', id: hook.id, name: hook.name },
          before: inLog(hook),
        });
      });
      return null;
    },

    async testWebhook(context, { body }) {
      const { caller, language } = context;
      const hook = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const found = await lockWebhook(caller.tenant, transaction, body.ProjectId, body.WebhookId);
        if (!found) throw new Refusal(commonErrors.notFound);
        needToEdit(caller, body.ProjectId, found.projectId === null);
        await countWithin(transaction, clock.now(), [
          { key: `webhookTest:${caller.tenant.companyId}`, allowance: tests, refuse: tooOften },
        ]);
        log({
          companyId: caller.tenant.companyId,
          projectId: found.projectId,
          subject: { kind: 'webhook', id: found.id, name: found.name },
        });
        return found;
      });
      const key = `test-webhook-${randomBytes(12).toString('hex')}`;
      const error = await postWebhook(
        { guard, now: () => clock.now() },
        {
          url: hook.url,
          secret: secrets.open(hook.secret),
          key,
          body: JSON.stringify({ id: key, isTest: true, events: [] }),
        },
      ).then(
        () => null,
        (failure: Error) => failure.message,
      );
      await note({ webhookId: hook.id, error, isGone: false });
      return { IsTaken: error === null, Explain: error === null ? '' : webhookTrouble(error)[language] };
    },
  };
}

const empty = { WebhookName: '', Url: '', LevelList: [] };

const formOf = (projectId: number, hook: WebhookRow) => ({
  ProjectId: projectId,
  WebhookId: hook.id,
  WebhookName: hook.name,
  Url: hook.url,
  LevelList: hook.severities,
  OfCompany: hook.projectId === null,
  Enabled: hook.enabled,
});

const inLog = ({ name, url, severities, projectId, enabled }: WebhookValues) => ({
  name,
  host: new URL(url).host,
  // The address may hold a secret; that it changed shows all the same.
  url: `…${url.slice(-4)}`,
  alarmLevels: severities,
  scope: projectId === null ? 'company' : 'project',
  enabled,
});
