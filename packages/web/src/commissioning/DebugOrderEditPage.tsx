import {
  calls,
  type DebugItem,
  DebugOrderChange,
  type DebugOrderDetail,
  debugCheckStates,
  debugChecks,
  debugStatuses,
} from '@watchpost/contract';
import { Button, Input, InputNumber } from 'antd';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, SchemaForm, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutCommissioning } from './callsAboutCommissioning.ts';
import './commissioning.css';
import { OrderFields } from './OrderFields.tsx';
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
  const isDone = order.Status === 'done';
  const handover = async () => {
    try {
      saveFile(await callApi('downloadDebugHandover', { query: { orderId: order.OrderId } }));
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
          {mayApprove && isDone ? (
            <Button onClick={() => dialog.open(<ReopenDialog order={order} onClose={dialog.close} />)}>
              {t.reopen}
            </Button>
          ) : null}
          <Button onClick={() => void handover()}>{t.handover}</Button>
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
      {mayEdit && !isDone ? <OrderForm order={order} /> : <Plate order={order} />}
      {dialog.shown}
    </>
  );
}

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
        {item.FaultyList.length > 0 ? <small>{t.faulty(item.FaultyList.join(', '))}</small> : null}
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
        <InputNumber min={0} step={0.25} />
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
