import {
  calls,
  type HandoverKind,
  handoverConditionNames,
  handoverConditions,
  handoverKindNames,
  handoverKinds,
  handoverOutcomeNames,
  handoverOutcomes,
  handoverPhotosMax,
  type WaybillDetail,
} from '@watchpost/contract';
import { Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { newKey } from '../lib/newKey.ts';
import { colon } from '../lib/punctuation.ts';
import { SignaturePad } from '../maintenance/index.ts';
import { usePosition } from '../repair/index.ts';
import { FormDialog, PhotosField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { handoverText } from './text.ts';
import './transport.css';

/** What comes next: goods are loaded, change hands on the way, or arrive. */
const nextKind = ({ TransportStatus, HandoverList }: WaybillDetail): HandoverKind =>
  TransportStatus === 0 || HandoverList.length === 0 ? 'pickup' : TransportStatus >= 2 ? 'delivery' : 'stop';

/** Records a handover, on a phone as at a desk. The key stays the same for every try, so that it is recorded once. */
export function HandoverDialog({ waybill, onClose }: { waybill: WaybillDetail; onClose: () => void }) {
  const t = useText(handoverText);
  const inWords = useBilingual();
  const [key] = useState(newKey);
  const position = usePosition(true);
  const isClosed = waybill.EndEpoch !== null;
  const save = useSave(callsAboutTransport, onClose);
  const schema = calls.addHandover.body;
  const form = useSchemaForm(schema, {
    initial: {
      WaybillId: waybill.WaybillId,
      ClientKey: key,
      Kind: isClosed ? 'stop' : nextKind(waybill),
      Outcome: 'none',
      FromName: waybill.HandoverList.at(-1)?.ToName ?? '',
      ToName: '',
      Place: nextKind(waybill) === 'delivery' && !isClosed ? (waybill.DestinationFenceName ?? waybill.Destination) : '',
      Condition: 'good',
      PhotoList: [],
    },
    save: (body) =>
      save(
        'addHandover',
        {
          body: {
            ...body,
            ...(position ? { Latitude: position.latitude, Longitude: position.longitude } : {}),
          },
        },
        body.Outcome === 'sign' ? t.signedFor : t.saved,
      ),
  });
  const kind = Form.useWatch('Kind', form.antd) as HandoverKind | undefined;
  const outcome = Form.useWatch('Outcome', form.antd) as string | undefined;
  const isDelivery = kind === 'delivery' && !isClosed;
  const optionsOf = <Name extends string>(
    names: readonly Name[],
    words: Readonly<Record<Name, { zh: string; en: string }>>,
  ) => names.map((value) => ({ value, label: inWords(words[value]) }));
  return (
    <FormDialog
      form={form}
      title={`${isClosed ? t.addEarlier : t.add}${colon()}${waybill.WaybillNumber}`}
      submitText={t.save}
      onClose={onClose}
    >
      <form.Field name="Kind" label={t.kind}>
        <Segmented
          block
          aria-label={t.kind}
          options={optionsOf(handoverKindNames, handoverKinds)}
          onChange={(value) => {
            if (value !== 'delivery') form.antd.setFieldValue('Outcome', 'none');
            if (value !== 'stop') form.antd.setFieldValue('StopId', null);
          }}
        />
      </form.Field>
      {isDelivery ? (
        <form.Field name="Outcome" label={t.outcome}>
          <Segmented block aria-label={t.outcome} options={optionsOf(handoverOutcomeNames, handoverOutcomes)} />
        </form.Field>
      ) : null}
      <div className="transport-form">
        <form.Field name="FromName" label={t.fromName}>
          <Input maxLength={50} autoComplete="off" />
        </form.Field>
        <form.Field name="ToName" label={t.toName}>
          <Input maxLength={50} autoComplete="off" />
        </form.Field>
        <form.Field name="ToPhone" label={t.toPhone}>
          <Input type="tel" inputMode="tel" maxLength={20} autoComplete="off" />
        </form.Field>
        <form.Field name="Quantity" label={t.quantity}>
          <Input maxLength={50} />
        </form.Field>
      </div>
      {kind === 'stop' && waybill.StopList.length > 0 ? (
        <form.Field name="StopId" label={t.plannedStop}>
          <Select
            allowClear
            options={waybill.StopList.map(({ StopId, StopName }, i) => ({
              value: StopId,
              label: `${i + 1}. ${StopName}`,
            }))}
            onChange={(id: number | undefined) => {
              const stop = waybill.StopList.find(({ StopId }) => StopId === id);
              if (stop && !form.antd.getFieldValue('Place')) form.antd.setFieldValue('Place', stop.StopName);
            }}
          />
        </form.Field>
      ) : null}
      <form.Field name="Place" label={t.place} {...(position ? { extra: t.position } : {})}>
        <Input maxLength={100} />
      </form.Field>
      <form.Field name="Condition" label={t.condition}>
        <Select options={optionsOf(handoverConditionNames, handoverConditions)} />
      </form.Field>
      <form.Field name="Note" label={t.note}>
        <Input maxLength={500} />
      </form.Field>
      <form.Field name="Time" label={t.time} extra={t.timeHint}>
        <Input placeholder="2026-12-01 08:00" maxLength={19} />
      </form.Field>
      <form.Field name="PhotoList" label={t.photos}>
        <PhotosField<{ Url: string }>
          max={handoverPhotosMax}
          photoOf={(Url) => ({ Url })}
          addressOf={({ Url }) => Url}
        />
      </form.Field>
      <form.Field name="Signature" label={t.signature} required={outcome === 'sign'}>
        <SignaturePad label={t.signField} />
      </form.Field>
    </FormDialog>
  );
}
