import {
  fencesOfProject,
  NewWaybill,
  type TempRange,
  TempRangeForm,
  usualGoodsLags,
  WaybillChange,
  type WaybillDetail,
  type WaybillMoveName,
  type WaybillRow,
  type WaybillTag,
  waybillMoves,
} from '@watchpost/contract';
import { Alert, AutoComplete, Button, Input, Modal, Select, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useZoneOf } from '../history/index.ts';
import { formatDateTime, momentOnTheWire, useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, DeleteDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { StopsInput } from './StopsInput.tsx';
import { waybillText } from './text.ts';
import './transport.css';

/** A memory that was read so lately holds nothing more to speak of. */
const freshMemoryMs = 10 * 60_000;

/** `2 … 8 °C`, `≤ −18 °C`. */
export const rangeInWords = ({ Low, High }: Pick<TempRange, 'Low' | 'High'>): string =>
  Low === null
    ? `≤ ${formatNumber(High, 1)} °C`
    : High === null
      ? `≥ ${formatNumber(Low, 1)} °C`
      : `${formatNumber(Low, 1)} … ${formatNumber(High, 1)} °C`;

export function WaybillDialog({
  present,
  onClose,
}: {
  /** Null: a new one. */
  present: WaybillRow | null;
  onClose: () => void;
}) {
  const t = useText(waybillText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const projectId = present?.ProjectId ?? ProjectId;
  const timeZone = useZoneOf(projectId);
  const cars = useCall('getCarTagDropdownList', { query: { projectId } }).data;
  const ranges = useCall('getTempRangeWeb', { query: {} }).data;
  const fences = useCall('getGeofencePage', {
    body: { ProjectId: projectId, PageIndex: 1, PageSize: fencesOfProject },
  }).data;
  const save = useSave(callsAboutTransport, onClose);
  const local = (epoch: number | null) => (epoch === null ? null : formatDateTime(epoch, timeZone));
  const form = useSchemaForm(NewWaybill, {
    initial: present
      ? {
          ...present,
          GoodsLagMinutes: present.GoodsLagMinutes === null ? null : String(present.GoodsLagMinutes),
          PlannedDepart: local(present.PlannedDepart),
          PlannedArrive: local(present.PlannedArrive),
          StopList: present.StopList.map(({ StopId, StopName, GeofenceId, PlannedEpoch }) => ({
            ...{ StopId, StopName, GeofenceId },
            PlannedTime: local(PlannedEpoch),
          })),
        }
      : {
          ...{ ProjectId: projectId, CarId: null, TempRangeId: null, GoodsLagMinutes: null },
          ...{ OriginFenceId: null, DestinationFenceId: null, MovesByFence: false, StopList: [] },
        },
    add: (body) => save('addWaybill', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editWaybill',
          { body: WaybillChange.parse({ ...body, WaybillId: present.WaybillId }) as never },
          t.saved,
        )),
  });
  const carOptions = cars?.map(({ Key, Value }) => ({ value: Key, label: Value }));
  const fenceOptions = (fences?.Data ?? []).map(({ GeofenceId, GeofenceName }) => ({
    value: GeofenceId,
    label: GeofenceName,
  }));
  const rangeOptions = ranges?.map((range) => ({
    value: range.TempRangeId,
    label: `${range.TempRangeName} (${rangeInWords(range)})`,
  }));
  return (
    <FormDialog form={form} title={present ? t.editTitle : t.add} width={680} onClose={onClose}>
      <div className="transport-form">
        <form.Field name="WaybillNumber" label={t.number}>
          <Input maxLength={32} />
        </form.Field>
        <form.Field name="CarId" label={t.car}>
          <Select allowClear options={carOptions ?? []} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <form.Field name="Shipper" label={t.shipper}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="Consignee" label={t.consignee}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="Origin" label={t.origin}>
          <Input maxLength={200} />
        </form.Field>
        <form.Field name="Destination" label={t.destination}>
          <Input maxLength={200} />
        </form.Field>
        <form.Field name="OriginFenceId" label={t.originFence} extra={t.originFenceHint}>
          <Select allowClear options={fenceOptions} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <form.Field name="DestinationFenceId" label={t.fence} extra={t.fenceHint}>
          <Select allowClear options={fenceOptions} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <div className="transport-form-wide">
          <form.Field name="MovesByFence" label={t.byFence} extra={t.byFenceHint} valuePropName="checked">
            <Switch />
          </form.Field>
        </div>
        <form.Field name="Goods" label={t.goods}>
          <Input maxLength={200} />
        </form.Field>
        <form.Field name="Quantity" label={t.quantity}>
          <Input maxLength={50} />
        </form.Field>
        <div className="transport-form-wide">
          <form.Field name="TempRangeId" label={t.range}>
            <Select allowClear options={rangeOptions ?? []} showSearch={{ optionFilterProp: 'label' }} />
          </form.Field>
        </div>
        <div className="transport-form-wide">
          <form.Field name="GoodsLagMinutes" label={t.lag} extra={t.lagHint}>
            <AutoComplete
              allowClear
              options={usualGoodsLags.map((each) => ({
                value: String(each.minutes),
                label: `${each.minutes} · ${inWords(each)}`,
              }))}
            />
          </form.Field>
        </div>
        <form.Field name="PlannedDepart" label={t.plannedDepart}>
          <Input placeholder="2026-12-01 08:00" maxLength={19} />
        </form.Field>
        <form.Field name="PlannedArrive" label={t.plannedArrive}>
          <Input placeholder="2026-12-01 17:00" maxLength={19} />
        </form.Field>
        <div className="transport-form-wide">
          <form.Field name="StopList" label={t.stops} extra={t.stopsHint}>
            <StopsInput fences={fenceOptions} />
          </form.Field>
        </div>
        <div className="transport-form-wide">
          <form.Field name="Remark" label={t.note}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

/** Takes a step of a waybill; asks for the reason where there has to be one. */
export function MoveDialog({
  move,
  waybill,
  onClose,
}: {
  move: WaybillMoveName;
  waybill: Pick<
    WaybillDetail,
    'WaybillId' | 'WaybillNumber' | 'ProjectId' | 'FenceArrival' | 'FenceDeparture' | 'TagList'
  >;
  onClose: () => void;
}) {
  const t = useText(waybillText);
  const inWords = useBilingual();
  const save = useSave(callsAboutTransport, onClose);
  const [reason, setReason] = useState('');
  const timeZone = useZoneOf(waybill.ProjectId);
  const reached =
    move === 'arrive' ? (waybill.FenceArrival?.FromEpoch ?? null) : move === 'depart' ? waybill.FenceDeparture : null;
  const timeWords = move === 'depart' ? t.departTime : t.arriveTime;
  // With its seconds: the vehicle may have departed in the same minute.
  const [time, setTime] = useState(reached === null ? '' : momentOnTheWire(reached, timeZone));
  const warnings = useTagWarnings(move, waybill.TagList, timeZone);
  const step = waybillMoves[move];
  const name = inWords(step);
  return (
    <ConfirmDialog
      title={t.confirm(name, waybill.WaybillNumber)}
      ok={name}
      danger={step.reasonMin > 0}
      disabled={[...reason.trim()].length < step.reasonMin}
      act={() =>
        save(
          'moveWaybill',
          {
            body: { WaybillId: waybill.WaybillId, Move: move, Reason: reason, ...(time === '' ? {} : { Time: time }) },
          },
          t.done(name),
        )
      }
      onClose={onClose}
    >
      {reached === null ? null : (
        <>
          <p>{(move === 'depart' ? t.leftHint : t.byTrack)(formatDateTime(reached, timeZone))}</p>
          <Input
            aria-label={timeWords}
            addonBefore={timeWords}
            value={time}
            maxLength={19}
            onChange={({ target }) => setTime(target.value)}
          />
        </>
      )}
      {warnings.length > 0 ? <Alert type="warning" showIcon title={warnings.join(' ')} /> : null}
      {step.to >= 3 ? <p>{t.endsIt}</p> : null}
      {step.reasonMin > 0 ? (
        <Input.TextArea
          aria-label={t.reason}
          placeholder={step.reasonMin > 1 ? t.reasonOf(step.reasonMin) : t.reason}
          value={reason}
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 4 }}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
    </ConfirmDialog>
  );
}

/** What a person should know of the tags before a step: at the departure whether they can be believed, at the end what they still hold. */
function useTagWarnings(move: WaybillMoveName, tags: readonly WaybillTag[], timeZone: string): string[] {
  const t = useText(waybillText);
  const dates = useDates();
  const now = useNow(60_000);
  const today = formatDateTime(now, timeZone).slice(0, 10);
  const bound = tags.filter(({ UnboundEpoch }) => UnboundEpoch === null);
  const named = (list: readonly WaybillTag[], words: (names: string) => string) =>
    list.length === 0 ? [] : [words(list.map(({ TagSn }) => TagSn).join(comma()))];
  if (move === 'depart')
    return [
      ...named(
        bound.filter(({ IsSilent }) => IsSilent),
        t.silentTags,
      ),
      ...named(
        bound.filter(({ CertificateUntil }) => CertificateUntil === null || CertificateUntil < today),
        t.uncertifiedTags,
      ),
    ];
  if (move !== 'sign' && move !== 'reject') return [];
  return bound.flatMap(({ TagSn, MemoryReadEpoch }) =>
    MemoryReadEpoch === null || now - MemoryReadEpoch < freshMemoryMs
      ? []
      : [t.unreadMemory(TagSn, dates.dateTime(MemoryReadEpoch))],
  );
}

const BindForm = z.object({
  SensorIdList: z.array(z.number()).min(1).max(50),
  Place: z.string().trim().max(50),
  BoundTime: z.string().trim().max(25),
});

export function BindDialog({ waybill, onClose }: { waybill: WaybillDetail; onClose: () => void }) {
  const t = useText(waybillText);
  const save = useSave(callsAboutTransport, onClose);
  const free = useCall('sensorTagList', {
    body: { ProjectId: waybill.ProjectId, IsBound: false, PageIndex: 1, PageSize: 500 },
  }).data;
  const form = useSchemaForm(BindForm, {
    initial: { SensorIdList: [], Place: '', BoundTime: '' },
    save: ({ BoundTime, ...body }) =>
      save(
        'waybillBindTagsV2Web',
        { body: { WaybillId: waybill.WaybillId, ...body, ...(BoundTime === '' ? {} : { BoundTime }) } },
        t.bound,
      ),
  });
  return (
    <FormDialog form={form} title={t.bind} onClose={onClose}>
      <form.Field name="SensorIdList" label={t.tags} extra={t.bindHint}>
        <Select
          mode="multiple"
          notFoundContent={t.noFree}
          showSearch={{ optionFilterProp: 'label' }}
          options={(free?.Data ?? []).map(({ SensorId, TagName, TagSn }) => ({
            value: SensorId,
            label: TagName === TagSn ? TagSn : `${TagName} (${TagSn})`,
          }))}
        />
      </form.Field>
      <form.Field name="Place" label={t.place} extra={t.placeHint}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="BoundTime" label={t.since} extra={t.sinceHint}>
        <Input placeholder="2026-12-01 08:00" maxLength={19} />
      </form.Field>
    </FormDialog>
  );
}

/** The temperature ranges of the company, beside those of the platform. */
export function RangesDialog({ onClose }: { onClose: () => void }) {
  const t = useText(waybillText);
  const ranges = useCall('getTempRangeWeb', { query: {} }).data;
  const dialog = useDialog();
  const edit = (range: TempRange | null) => dialog.open(<RangeDialog present={range} onClose={dialog.close} />);
  return (
    <Modal open title={t.ranges} footer={<Button onClick={onClose}>{t.close}</Button>} onCancel={onClose}>
      <ul className="transport-list">
        {(ranges ?? []).map((range) => (
          <li key={range.TempRangeId} className="transport-head">
            <span>
              {range.TempRangeName} <span className="transport-muted">{rangeInWords(range)}</span>
            </span>
            {range.IsOwn ? (
              <span>
                <Button type="link" size="small" onClick={() => edit(range)}>
                  {t.edit}
                </Button>
                <Button
                  type="link"
                  size="small"
                  danger
                  onClick={() =>
                    dialog.open(
                      <DeleteDialog
                        title={t.deleteRange}
                        names={[range.TempRangeName]}
                        call="deleteTempRange"
                        input={{ body: { TempRangeId: range.TempRangeId } }}
                        said={t.rangeDeleted}
                        asks={callsAboutTransport}
                        onClose={dialog.close}
                      />,
                    )
                  }
                >
                  {t.delete}
                </Button>
              </span>
            ) : (
              <span className="transport-muted">{t.ofPlatform}</span>
            )}
          </li>
        ))}
      </ul>
      <Button onClick={() => edit(null)}>{t.addRange}</Button>
      {dialog.shown}
    </Modal>
  );
}

function RangeDialog({ present, onClose }: { present: TempRange | null; onClose: () => void }) {
  const t = useText(waybillText);
  const save = useSave(callsAboutTransport, onClose);
  const initial = useMemo(() => (present ? { ...present } : { TempRangeName: '', Low: null, High: null }), [present]);
  const form = useSchemaForm(TempRangeForm, {
    initial,
    save: ({ TempRangeId, TempRangeName, Low, High }) =>
      save('saveTempRange', { body: { TempRangeId, TempRangeName, Low, High } }, t.saved),
  });
  return (
    <FormDialog form={form} title={present ? t.editRange : t.addRange} onClose={onClose}>
      <form.Field name="TempRangeName" label={t.rangeName}>
        <Input maxLength={30} />
      </form.Field>
      <div className="transport-form">
        <form.Field name="Low" label={t.low}>
          <NumberField step={0.5} />
        </form.Field>
        <form.Field name="High" label={t.high}>
          <NumberField step={0.5} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
