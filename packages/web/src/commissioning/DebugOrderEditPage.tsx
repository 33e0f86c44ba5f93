import {
  calls,
  type DebugItem,
  DebugOrderChange,
  type DebugOrderDetail,
  debugCheckStates,
  debugChecks,
  debugStatuses,
  type HandoverRole,
  handoverRoleNames,
  handoverRoles,
  sendStates,
  type TestContact,
  testChannels,
} from '@watchpost/contract';
import { Button, Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SignatureDialog, SignatureField } from '../maintenance/index.ts';
import { FormDialog, NumberField, SchemaForm, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutCommissioning } from './callsAboutCommissioning.ts';
import './commissioning.css';
import { OrderFields } from './OrderFields.tsx';
import { StoreTemplates } from './StoreTemplates.tsx';
import { debugText } from './text.ts';

/** An order still changes while people work on it: its checklist is read again that often. */
const pollMs = 30_000;

/** One commissioning order: what it says, and its checklist by live data. Route /maintenanceManage/debugOrderEdit. */
export function DebugOrderEditPage() {
  const t = useText(debugText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const order = useCall('getDebugOrder', id === null ? null : { query: { orderId: id } }, {
    scope: 'company',
    refetchInterval: pollMs,
  });
  if (id === null) return <EmptyState title={t.noneChosen} action={<Link to={links.debugOrders}>{t.back}</Link>} />;
  if (order.data) return <Order key={id} of={order.data} onRefresh={() => void order.refetch()} />;
  if (order.error) return <ErrorState error={order.error} onRetry={() => void order.refetch()} />;
  return <PageSkeleton />;
}

function Order({ of: order, onRefresh }: { of: DebugOrderDetail; onRefresh: () => void }) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const dialog = useDialog();
  const notify = useNotify();
  const mayEdit = useMay('maintenanceOrders');
  const mayApprove = useMay('commissioningApprove');
  const dates = useDates();
  const isDone = order.Status === 'done';
  const save = useSave(callsAboutCommissioning);
  const signAs = (role: HandoverRole) =>
    dialog.open(
      <SignatureDialog
        role={inWords(handoverRoles[role])}
        name={role === 'engineer' ? order.DebugPersonName : ''}
        hint={t.signHint}
        onSign={async (signed) => {
          await save('signDebugOrder', { body: { OrderId: order.OrderId, Role: role, ...signed } }, t.saved);
          dialog.close();
        }}
        onClose={dialog.close}
      />,
    );
  const handover = async (kind: 'pdf' | 'seal') => {
    try {
      saveFile(await callApi('downloadDebugHandover', { query: { orderId: order.OrderId, kind } }));
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <>
      <header className="debug-head">
        <h1>
          {order.OrderNumber} · {order.ProjectName}
        </h1>
        <WordTag good={isDone || null} words={inWords(debugStatuses[order.Status])} />
        {order.LaunchEpoch === null ? null : (
          <span>
            {[t.inService(order.LaunchName ?? dash, dates.dateTime(order.LaunchEpoch)), order.LaunchReason]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        <div className="debug-actions">
          {mayEdit && !isDone ? (
            <Button
              type="primary"
              disabled={order.OpenRequired > 0}
              onClick={() => dialog.open(<FinishDialog order={order} onClose={dialog.close} />)}
            >
              {t.finish}
            </Button>
          ) : null}
          {mayApprove && isDone && order.LaunchEpoch === null ? (
            <Button type="primary" onClick={() => dialog.open(<LaunchDialog order={order} onClose={dialog.close} />)}>
              {t.launch}
            </Button>
          ) : null}
          {mayApprove && isDone ? (
            <Button onClick={() => dialog.open(<ReopenDialog order={order} onClose={dialog.close} />)}>
              {t.reopen}
            </Button>
          ) : null}
          <Button onClick={() => void handover('pdf')}>{t.handover}</Button>
          {order.SignatureList.length === handoverRoleNames.length ? (
            <Button onClick={() => void handover('seal')}>{t.sealedHandover}</Button>
          ) : null}
        </div>
      </header>
      <section className="debug-panel" aria-label={t.checklist}>
        <div className="debug-head">
          <h2>{t.checklist}</h2>
          <WordTag good={order.OpenRequired === 0} words={t.requiredOpen(order.OpenRequired)} />
          {isDone ? null : (
            <div className="debug-actions">
              <Button onClick={onRefresh}>{t.refresh}</Button>
            </div>
          )}
        </div>
        <ul className="debug-items">
          {order.ItemList.map((item) => (
            <Item
              key={item.Check}
              of={item}
              orderId={order.OrderId}
              may={{ tick: mayEdit && !isDone, waive: mayApprove && !isDone }}
            />
          ))}
        </ul>
      </section>
      {order.ContactList.length > 0 ? <Contacts order={order} mayTest={mayEdit && !isDone} /> : null}
      {isDone ? (
        <section className="debug-panel" aria-label={t.signatures}>
          <h2>{t.signatures}</h2>
          <div className="mt-signatures">
            {handoverRoleNames.map((role) => (
              <SignatureField
                key={role}
                role={inWords(handoverRoles[role])}
                signature={order.SignatureList.find(({ Role }) => Role === role)}
                onSign={mayEdit ? () => signAs(role) : undefined}
              />
            ))}
          </div>
        </section>
      ) : null}
      {mayEdit && !isDone ? <StoreTemplates order={order} /> : null}
      {mayEdit && !isDone ? <OrderForm order={order} /> : <Plate order={order} />}
      {dialog.shown}
    </>
  );
}

const keyOf = ({ UserId, Channel }: Pick<TestContact, 'UserId' | 'Channel'>): string => `${UserId} ${Channel}`;

/** Recipients of the project's alarms outside the screens, with the outcome of the last test message to each. */
function Contacts({ order, mayTest }: { order: DebugOrderDetail; mayTest: boolean }) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const dates = useDates();
  const notify = useNotify();
  const save = useSave(callsAboutCommissioning);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      const { Sent, NotSent } = await save('sendTestAlarm', {
        body: {
          OrderId: order.OrderId,
          ContactList: order.ContactList.filter((contact) => chosen.has(keyOf(contact))).map(({ UserId, Channel }) => ({
            UserId,
            Channel,
          })),
        },
      });
      setChosen(new Set());
      notify.success(t.testsSent(Sent, NotSent));
    } catch (error) {
      notify.failure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="debug-panel" aria-label={t.testAlarms}>
      <div className="debug-head">
        <h2>{t.testAlarms}</h2>
        {mayTest ? (
          <div className="debug-actions">
            <Button disabled={chosen.size === 0} loading={isSending} onClick={() => void send()}>
              {t.sendTests(chosen.size)}
            </Button>
          </div>
        ) : null}
      </div>
      <p>{t.testHint}</p>
      <ul className="debug-items">
        {order.ContactList.map((contact) => (
          <li key={keyOf(contact)}>
            <WordTag
              good={testIsGood(contact)}
              words={contact.State === null ? t.untested : inWords(sendStates[contact.State])}
            />
            <div className="debug-item-words">
              <span>
                {contact.UserName} · {inWords(testChannels[contact.Channel])}
              </span>
              {contact.TestEpoch === null ? null : (
                <small>
                  {[t.testedBy(contact.SentBy, dates.dateTime(contact.TestEpoch)), contact.Reason]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              )}
            </div>
            {mayTest ? (
              <Checkbox
                aria-label={`${t.choose}: ${contact.UserName} · ${inWords(testChannels[contact.Channel])}`}
                checked={chosen.has(keyOf(contact))}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(keyOf(contact));
                  else next.delete(keyOf(contact));
                  setChosen(next);
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const testIsGood = ({ State }: TestContact): boolean | null =>
  State === null || State === 'waiting' ? null : State === 'sent' || State === 'delivered' || State === 'read';

const isGood = { ok: true, open: false, waived: null, none: null } as const;

function Item({
  of: item,
  orderId,
  may,
}: {
  of: DebugItem;
  orderId: number;
  may: { readonly tick: boolean; readonly waive: boolean };
}) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const dates = useDates();
  const dialog = useDialog();
  const save = useSave(callsAboutCommissioning);
  const check = debugChecks[item.Check];
  const tick = (Ticked: boolean) =>
    Ticked
      ? dialog.open(<TickDialog orderId={orderId} item={item} onClose={dialog.close} />)
      : void save('tickDebugItem', { body: { OrderId: orderId, Check: item.Check, Ticked } }, t.saved);
  return (
    <li>
      <WordTag good={isGood[item.State]} words={inWords(debugCheckStates[item.State])} />
      <div className="debug-item-words">
        <span>
          {inWords(check)}
          {item.Total !== null && item.Total > 1 ? ` · ${t.goodOf(item.Good!, item.Total)}` : ''}
        </span>
        <small>
          {[
            check.required ? t.required : null,
            check.by === 'system' ? t.bySystem : t.byPerson,
            item.TickName && item.TickEpoch !== null ? t.tickedBy(item.TickName, dates.dateTime(item.TickEpoch)) : null,
            item.Note || null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {item.FaultyList.length > 0 ? <small>{t.faulty(item.FaultyList.join(comma()))}</small> : null}
        {item.State === 'open' ? <small>{inWords(check.cure)}</small> : null}
        {item.State === 'waived' ? <small>{t.waived(item.WaiveName ?? dash, item.WaiveReason)}</small> : null}
      </div>
      <div className="debug-actions">
        {may.tick && check.by === 'person' ? (
          <Button onClick={() => tick(item.TickName === null)} aria-label={`${t.tick}: ${inWords(check)}`}>
            {item.TickName === null ? t.tick : t.untick}
          </Button>
        ) : null}
        {may.waive && item.State === 'open' && check.required ? (
          <Button
            aria-label={`${t.waive}: ${inWords(check)}`}
            onClick={() => dialog.open(<WaiveDialog orderId={orderId} item={item} onClose={dialog.close} />)}
          >
            {t.waive}
          </Button>
        ) : null}
      </div>
      {dialog.shown}
    </li>
  );
}

function OrderForm({ order }: { order: DebugOrderDetail }) {
  const t = useText(debugText);
  const save = useSave(callsAboutCommissioning);
  const initial = useMemo(
    () => ({
      OrderId: order.OrderId,
      InstallUnit: order.InstallUnit,
      MachineType: order.MachineType,
      DebugPersonId: order.DebugPersonId ?? undefined,
      PlannedFrom: order.PlannedFrom,
      PlannedTo: order.PlannedTo,
      Region: order.Region,
      Address: order.Address,
      EstimatedHours: order.EstimatedHours,
      ActualHours: order.ActualHours,
      Note: order.Note,
    }),
    [order],
  );
  const form = useSchemaForm(DebugOrderChange, {
    initial,
    edits: ['OrderId'],
    save: (body) => save('editDebugOrder', { body }, t.saved),
  });
  return (
    <section className="debug-panel" aria-label={t.order}>
      <h2>{t.order}</h2>
      <SchemaForm form={form}>
        <div className="form-columns">
          <OrderFields field={form.Field as never} />
        </div>
      </SchemaForm>
    </section>
  );
}

/** The same, to be read alone. */
function Plate({ order }: { order: DebugOrderDetail }) {
  const t = useText(debugText);
  const lines: [string, string | number | null][] = [
    [t.installUnit, order.InstallUnit],
    [t.machineType, order.MachineType],
    [t.person, order.DebugPersonName],
    [
      t.planned,
      order.PlannedFrom || order.PlannedTo ? `${order.PlannedFrom ?? dash} – ${order.PlannedTo ?? dash}` : null,
    ],
    [t.region, order.Region],
    [t.address, order.Address],
    [t.estimated, order.EstimatedHours],
    [t.actual, order.ActualHours],
    [t.note, order.Note],
  ];
  return (
    <section className="debug-panel" aria-label={t.order}>
      <h2>{t.order}</h2>
      <dl className="form-columns">
        {lines.map(([name, value]) => (
          <div key={name} className="debug-item-words">
            <small>
              <dt>{name}</dt>
            </small>
            <dd>{value === null || value === '' ? dash : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TickDialog({ orderId, item, onClose }: { orderId: number; item: DebugItem; onClose: () => void }) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.tickDebugItem.body, {
    initial: { OrderId: orderId, Check: item.Check, Ticked: true, Note: item.Note },
    save: (body) => save('tickDebugItem', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.tickTitle} submitText={t.tick} onClose={onClose}>
      <p>{inWords(debugChecks[item.Check])}</p>
      <form.Field name="Note" label={t.tickNote}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

function WaiveDialog({ orderId, item, onClose }: { orderId: number; item: DebugItem; onClose: () => void }) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.waiveDebugItem.body, {
    initial: { OrderId: orderId, Check: item.Check, Reason: '' },
    save: (body) => save('waiveDebugItem', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.waiveTitle} submitText={t.waive} onClose={onClose}>
      <p>{inWords(debugChecks[item.Check])}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

function FinishDialog({ order, onClose }: { order: DebugOrderDetail; onClose: () => void }) {
  const t = useText(debugText);
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.finishDebugOrder.body, {
    initial: { OrderId: order.OrderId, ActualHours: order.ActualHours },
    save: (body) => save('finishDebugOrder', { body }, t.done),
  });
  return (
    <FormDialog form={form} title={t.finishTitle(order.OrderNumber)} submitText={t.finish} onClose={onClose}>
      <p>{t.finishHint}</p>
      <form.Field name="ActualHours" label={t.actual}>
        <NumberField min={0} step={0.25} />
      </form.Field>
    </FormDialog>
  );
}

function LaunchDialog({ order, onClose }: { order: DebugOrderDetail; onClose: () => void }) {
  const t = useText(debugText);
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.launchDebugOrder.body, {
    initial: { OrderId: order.OrderId, Reason: '' },
    save: (body) => save('launchDebugOrder', { body }, t.launched),
  });
  return (
    <FormDialog form={form} title={t.launchTitle(order.ProjectName)} submitText={t.launch} onClose={onClose}>
      <p>{t.launchHint}</p>
      <form.Field name="Reason" label={t.launchReason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

function ReopenDialog({ order, onClose }: { order: DebugOrderDetail; onClose: () => void }) {
  const t = useText(debugText);
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.reopenDebugOrder.body, {
    initial: { OrderId: order.OrderId, Reason: '' },
    save: (body) => save('reopenDebugOrder', { body }, t.reopened),
  });
  return (
    <FormDialog form={form} title={t.reopenTitle(order.OrderNumber)} submitText={t.reopen} onClose={onClose}>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
