import type { Webhook } from '@watchpost/contract';
import { Button, Modal, Typography } from 'antd';
import { useState } from 'react';
import { useAskAgain } from '../../lib/askAgain.ts';
import { useDates, useNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import '../duty/duty.css';
import { ConfirmDialog } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, SeverityMark, useNotify } from '../../ui/index.ts';
import { RowActions } from '../../ui/list/index.ts';
import { text } from './text.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

const asked = ['getWebhookList', 'getWhoWouldBeCalled'] as const;

type Open =
  | { what: 'edit'; hook: Webhook | null }
  | { what: 'remove' | 'newSecret'; hook: Webhook }
  | { what: 'secret'; secret: string };

/** Where a company's own systems hear of the alarms of a project. A tab of alarm management. */
export function WebhooksTab({ projectId }: { projectId: number | null }) {
  const t = useText(text);
  const notify = useNotify();
  const askAgain = useAskAgain(asked);
  const [open, show] = useState<Open | null>(null);
  const hooks = useCall('getWebhookList', projectId === null ? null : { query: { ProjectId: projectId } }, {
    refetchInterval: 60_000,
  });
  const remove = useCallMutation('deleteWebhook');
  const save = useCallMutation('saveWebhook');
  const test = useCallMutation('testWebhook', {
    onSuccess: ({ IsTaken, Explain }) =>
      IsTaken ? notify.success(t.testTaken) : notify.warning(t.testFailed(Explain)),
    onError: notify.failure,
    onSettled: () => void askAgain(),
  });
  if (hooks.isError && !hooks.data) return <ErrorState error={hooks.error} onRetry={() => void hooks.refetch()} />;
  if (projectId === null || !hooks.data) return <ListSkeleton rows={5} />;
  const close = () => show(null);
  const saved = (secret: string | null) => {
    void askAgain();
    show(secret === null ? null : { what: 'secret', secret });
  };
  const testing = test.isPending ? test.variables?.body.WebhookId : null;
  return (
    <section className="duty">
      <div>
        <div className="duty-head">
          <p className="duty-note">{t.hint}</p>
          <Button onClick={() => show({ what: 'edit', hook: null })}>{t.add}</Button>
        </div>
        {hooks.data.length === 0 ? <EmptyState title={t.none} /> : null}
        <ul className="duty-list">
          {hooks.data.map((hook) => (
            <li key={hook.WebhookId} className="duty-row">
              <span className="duty-address">
                <b>{hook.WebhookName}</b> {hook.Enabled ? null : `(${t.off})`}
                <small>
                  {hook.Url} · {hook.OfCompany ? t.ofCompany : t.ofProject}
                </small>
                <Fared hook={hook} />
              </span>
              <span className="duty-levels">
                {hook.LevelList.map((level) => (
                  <SeverityMark key={level} level={level} variant="word" />
                ))}
              </span>
              {hook.MayEdit ? (
                <RowActions
                  name={hook.WebhookName}
                  actions={[
                    {
                      key: 'test',
                      label: t.test,
                      inline: true,
                      busy: testing === hook.WebhookId,
                      run: () => test.mutate({ body: { ProjectId: projectId, WebhookId: hook.WebhookId } }),
                    },
                    { key: 'edit', label: t.edit, run: () => show({ what: 'edit', hook }) },
                    { key: 'newSecret', label: t.newSecret, run: () => show({ what: 'newSecret', hook }) },
                    { key: 'remove', label: t.remove, danger: true, run: () => show({ what: 'remove', hook }) },
                  ]}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      {open?.what === 'edit' ? (
        <WebhookDialog projectId={projectId} hook={open.hook} onClose={close} onSaved={saved} />
      ) : null}
      {open?.what === 'remove' ? (
        <ConfirmDialog
          title={t.removeAsk(open.hook.WebhookName)}
          ok={t.remove}
          onClose={close}
          act={async () => {
            await remove.mutateAsync({ body: { ProjectId: projectId, WebhookId: open.hook.WebhookId } });
            notify.success(t.removed);
            saved(null);
          }}
        />
      ) : null}
      {open?.what === 'newSecret' ? (
        <ConfirmDialog
          title={t.newSecretAsk(open.hook.WebhookName)}
          ok={t.newSecret}
          onClose={close}
          act={async () => {
            const body = { ProjectId: projectId, WebhookId: open.hook.WebhookId, NewSecret: true };
            saved((await save.mutateAsync({ body })).Secret);
          }}
        />
      ) : null}
      {open?.what === 'secret' ? (
        <Modal
          open
          title={t.secret}
          okText={t.kept}
          footer={(_, { OkBtn }) => <OkBtn />}
          closable={false}
          mask={{ closable: false }}
          onOk={close}
        >
          <Typography.Paragraph copyable code>
            {open.secret}
          </Typography.Paragraph>
          <p className="duty-note">{t.secretOnce}</p>
        </Modal>
      ) : null}
    </section>
  );
}

/** What came of the last try, since when all fail, and whether that ended it. */
function Fared({ hook }: { hook: Webhook }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const { LastEPOCH, LastError, FailingSinceEPOCH, FailedCount, SwitchedOffEPOCH, SwitchedOffBecause } = hook;
  if (SwitchedOffEPOCH !== null)
    return (
      <small className="duty-nobody">
        {(SwitchedOffBecause === 'gone' ? t.gone : t.switchedOff)(dates.short(SwitchedOffEPOCH, now))}
      </small>
    );
  if (LastEPOCH === null) return <small>{t.never}</small>;
  if (LastError === null) return <small>{t.taken(dates.short(LastEPOCH, now))}</small>;
  return (
    <small className="duty-nobody">
      {t.failed(dates.short(LastEPOCH, now), LastError)}
      {FailedCount > 1 && FailingSinceEPOCH !== null
        ? ` · ${t.failing(FailedCount, dates.short(FailingSinceEPOCH, now))}`
        : ''}
    </small>
  );
}
