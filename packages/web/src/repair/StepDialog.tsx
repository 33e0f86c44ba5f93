import {
  callOfAction,
  costKindNames,
  costKinds,
  freeReasons,
  pauseReasonNames,
  pauseReasons,
  type RepairAction,
  type RepairDetail,
  type RepairOrder,
  rejectReasonNames,
  rejectReasons,
  repairActions,
  settlementNames,
  settlements,
} from '@watchpost/contract';
import { Button, Checkbox, Form, type FormRule, Input, Modal, Radio, Rate, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { newKey } from '../lib/newKey.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormHoldContext, NumberField, useFormHold } from '../ui/form/index.ts';
import { ErrorState, Refused, useNotify } from '../ui/index.ts';
import { CodeField, useFaultCodes } from './CodeField.tsx';
import { useRepairsChanged } from './callsAboutRepairs.ts';
import { RepairerFields } from './RepairerFields.tsx';
import { RepairPhotosField } from './RepairPhotosField.tsx';
import './repair.css';
import { orderNumber } from './repairWords.ts';
import { text } from './text.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { usePosition } from './usePosition.ts';

/** Those that ask for nothing: done with one click. */
export const plainActions: readonly RepairAction[] = ['submit', 'accept', 'startRemote', 'resume'];

interface CostFields {
  Kind: keyof typeof costKinds;
  Description?: string;
  Quantity: number;
  Price: number;
}

/**
 * Takes a step of an order; the key stays the same for every try.
 *
 * @param announces whether a refusal is said at the top of the screen: there is no dialog to say it in
 */
export function useStep(
  action: RepairAction,
  onDone: (order: RepairDetail | null) => void,
  announces: (error: Error) => boolean = () => false,
) {
  const notify = useNotify();
  const t = useText(text);
  const changed = useRepairsChanged();
  const [key] = useState(newKey);
  // The bodies differ by step; the form of each has its fields, and the server checks them.
  const call = useCallMutation(callOfAction[action] as 'complementRepairActive', {
    onSuccess: (order) => {
      notify.success(t.saved);
      onDone(order);
    },
    onError: (error) => {
      if (announces(error)) notify.failure(error);
    },
    onSettled: () => void changed(),
  });
  return {
    isPending: call.isPending,
    error: call.error,
    reset: call.reset,
    take: (order: Pick<RepairOrder, 'RepairId' | 'Revision'>, fields: object = {}) =>
      call.mutate({ body: { Id: order.RepairId, Revision: order.Revision, ClientKey: key, ...fields } }),
  };
}

/** One step of an order with what it asks. Mount it to show it. */
export function StepDialog({
  action,
  order,
  onClose,
  onDone,
}: {
  action: RepairAction;
  order: RepairOrder;
  onClose: () => void;
  onDone?: (order: RepairDetail | null) => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const [form] = Form.useForm();
  const position = usePosition(action === 'signIn');
  const step = useStep(action, (done) => {
    onClose();
    onDone?.(done);
  });
  const refused = useFieldErrors(form, step.error);
  const save = (values: Record<string, unknown>) => {
    const { CostList, Readings, ...fields } = values as {
      CostList?: CostFields[];
      Readings?: Record<string, number | null | undefined>;
    };
    const readings = Object.entries(Readings ?? {}).flatMap(([id, value]) =>
      value === null || value === undefined ? [] : { PointId: Number(id), Value: value },
    );
    step.take(order, {
      ...fields,
      ...(readings.length > 0 ? { ReadingList: readings } : {}),
      ...(position ? { Latitude: position.latitude, Longitude: position.longitude } : {}),
      ...(CostList
        ? {
            CostList: CostList.map((line) => ({
              Kind: line.Kind,
              Description: line.Description ?? '',
              QuantityMilli: Math.round(line.Quantity * 1000),
              Unit: '',
              PriceFen: Math.round(line.Price * 100),
            })),
          }
        : {}),
    });
  };
  const name = inWords(repairActions[action]);
  const photos = useFormHold();
  return (
    <Modal
      open
      width={520}
      title={t.stepOf(name, orderNumber(order, t.draft))}
      okText={name}
      cancelText={t.cancel}
      okButtonProps={{
        loading: step.isPending,
        disabled: photos.held,
        danger: action === 'remove' || action === 'revoke' || action === 'reject' || action === 'fail',
      }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Refused error={refused} />
      <p className="repair-dialog-fault">{order.FaultContent}</p>
      <FormHoldContext value={photos.hold}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={(values) => (photos.held ? undefined : save(values))}
        >
          <StepFields action={action} order={order} position={position} />
        </Form>
      </FormHoldContext>
    </Modal>
  );
}

function StepFields({
  action,
  order,
  position,
}: {
  action: RepairAction;
  order: RepairOrder;
  position: ReturnType<typeof usePosition>;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const required = [{ required: true, message: t.needed }];
  const reason = (isRequired: boolean, hint: string = t.reasonHint) => (
    <Form.Item name="Reason" label={t.reason} rules={isRequired ? required : []}>
      <Input.TextArea rows={3} maxLength={500} placeholder={hint} />
    </Form.Item>
  );
  switch (action) {
    case 'dispatch':
      return <RepairerFields order={order} isDispatch />;
    case 'reassign':
      return (
        <>
          <RepairerFields order={order} isDispatch={false} />
          {reason(order.Status === 3)}
        </>
      );
    case 'reject':
      return (
        <>
          <Form.Item name="Type" label={t.rejectType} rules={required}>
            <Radio.Group
              options={rejectReasonNames.map((value) => ({ value, label: inWords(rejectReasons[value]) }))}
            />
          </Form.Item>
          {reason(true)}
        </>
      );
    case 'pause':
      return (
        <>
          <Form.Item name="Type" label={t.pauseType} rules={required}>
            <Radio.Group options={pauseReasonNames.map((value) => ({ value, label: inWords(pauseReasons[value]) }))} />
          </Form.Item>
          {reason(true)}
        </>
      );
    case 'revoke':
      return reason(order.Status === 2 || order.Status === 3);
    case 'voidPause':
      return (
        <>
          <Form.Item name="PauseId" label={t.pauseToVoid} rules={required}>
            <PauseChoice repairId={order.RepairId} />
          </Form.Item>
          {reason(true)}
        </>
      );
    case 'fail':
    case 'secondMaintenance':
      return reason(true);
    case 'signIn':
      return (
        <>
          <p className="repair-muted" role="status">
            {position === undefined ? t.locating : position === null ? t.notLocated : t.located}
          </p>
          {reason(false, t.signInReason)}
          {order.EquipmentId === null ? null : (
            <Form.Item name="HideAlarms" valuePropName="checked" initialValue={true} extra={t.hideAlarmsHint}>
              <Checkbox>{t.hideAlarms}</Checkbox>
            </Form.Item>
          )}
          <Form.Item name="PhotoList" label={t.photos}>
            <RepairPhotosField step="before" />
          </Form.Item>
        </>
      );
    case 'finish':
    case 'remote':
      return <FinishFields order={order} />;
    case 'pass':
      return (
        <Form.Item name="Text" label={t.note} rules={order.Recovery === 'verified' ? [] : required}>
          <Input.TextArea
            rows={3}
            maxLength={500}
            placeholder={order.Recovery === 'verified' ? t.acceptVerified : t.reasonHint}
          />
        </Form.Item>
      );
    case 'complement':
      return (
        <>
          <Form.Item name="Text" label={t.note}>
            <Input.TextArea rows={3} maxLength={500} placeholder={t.reasonHint} />
          </Form.Item>
          <Form.Item name="PhotoList" label={t.photos}>
            <RepairPhotosField step="during" />
          </Form.Item>
        </>
      );
    case 'assess':
      return (
        <>
          <Form.Item name="Score" label={t.stars} rules={required}>
            <Rate />
          </Form.Item>
          <Form.Item name="Text" label={t.note}>
            <Input.TextArea rows={2} maxLength={500} />
          </Form.Item>
        </>
      );
    case 'settle':
      return <SettleFields order={order} />;
    case 'merge':
      return (
        <Form.Item name="TargetId" label={t.mergeInto} rules={required} extra={t.mergeHint}>
          <OpenOrderChoice order={order} />
        </Form.Item>
      );
    case 'remove':
      return <p>{t.removeDraft}</p>;
    default:
      return null;
  }
}

/** The pauses of an order that are over and count. */
function PauseChoice({ repairId, ...field }: { repairId: number; value?: number; onChange?: (value: number) => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const detail = useCall('queryRepairAcitve', { query: { id: repairId } }, { scope: 'company' });
  const pauses = (detail.data?.PauseList ?? []).filter(
    ({ UntilEPOCH, VoidName }) => UntilEPOCH !== null && VoidName === null,
  );
  return (
    <Select
      {...field}
      loading={detail.isPending}
      notFoundContent={t.noPauses}
      options={pauses.map(({ PauseId, Type, Reason, FromEPOCH, UntilEPOCH }) => ({
        value: PauseId,
        label: `${dates.dateTime(FromEPOCH)} – ${dates.dateTime(UntilEPOCH!)} · ${inWords(pauseReasons[Type])} · ${Reason}`,
      }))}
    />
  );
}

/** What was found and done: of the catalogue each, or unknown and said in words. */
function FinishFields({ order }: { order: RepairOrder }) {
  const t = useText(text);
  const codes = useFaultCodes(order.EquipmentId);
  const cause = Form.useWatch('CauseId') as number | undefined;
  const remedy = Form.useWatch('RemedyId') as number | undefined;
  const words = (isChosen: boolean) =>
    isChosen ? [] : [{ required: true, min: 10, whitespace: true, message: t.tenIfUnknown }];
  return (
    <>
      <div className="repair-form-pair">
        <Form.Item name="CauseId" label={t.cause}>
          <CodeField codes={codes} kind="cause" placeholder={t.unknownCode} />
        </Form.Item>
        <Form.Item name="MechanismId" label={t.mechanism}>
          <CodeField codes={codes} kind="mechanism" placeholder={t.unknownCode} />
        </Form.Item>
      </div>
      <Form.Item name="Cause" label={t.causeWords} rules={words(cause !== undefined)}>
        <Input maxLength={200} {...(cause === undefined ? { placeholder: t.tenIfUnknown } : {})} />
      </Form.Item>
      <Form.Item name="RemedyId" label={t.remedy}>
        <CodeField codes={codes} kind="remedy" placeholder={t.unknownCode} />
      </Form.Item>
      <Form.Item name="Remedy" label={t.remedyWords} rules={words(remedy !== undefined)}>
        <Input maxLength={200} {...(remedy === undefined ? { placeholder: t.tenIfUnknown } : {})} />
      </Form.Item>
      <HandReadings repairId={order.RepairId} />
      <Form.Item name="Remark" label={t.remark}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item name="PhotoList" label={t.photos}>
        <RepairPhotosField step="after" />
      </Form.Item>
    </>
  );
}

/** What a thermometer shows at the watched points: it confirms a probe that is read differently than when the fault was reported. */
function HandReadings({ repairId }: { repairId: number }) {
  const t = useText(text);
  const [withOthers, setWithOthers] = useState(false);
  const detail = useCall('queryRepairAcitve', { query: { id: repairId } }, { scope: 'company' });
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  const points = detail.data?.PointList ?? [];
  const shown = points.filter(({ IsReadDifferently }) => withOthers || IsReadDifferently);
  return (
    <>
      {shown.map(({ PointId, PointName, Unit, IsReadDifferently }) => (
        <Form.Item
          key={PointId}
          name={['Readings', String(PointId)]}
          label={t.byHand(PointName)}
          extra={IsReadDifferently ? t.readDifferently : undefined}
          rules={[{ type: 'number', message: t.notANumber }]}
        >
          <NumberField min={-1_000_000} max={1_000_000} {...(Unit === '' ? {} : { suffix: Unit })} />
        </Form.Item>
      ))}
      {shown.length < points.length ? (
        <Form.Item>
          <Button onClick={() => setWithOthers(true)}>{t.moreByHand}</Button>
        </Form.Item>
      ) : null}
    </>
  );
}

function SettleFields({ order }: { order: RepairOrder }) {
  const t = useText(text);
  const inWords = useBilingual();
  const form = Form.useFormInstance();
  const proposed = useCall('getSettlementProposal', { query: { id: order.RepairId } }, { scope: 'company' }).data;
  useEffect(() => {
    // What was chosen meanwhile stays.
    if (proposed && form.getFieldValue('Type') === undefined) form.setFieldValue('Type', proposed.Type);
  }, [proposed, form]);
  const type = Form.useWatch('Type') as string | undefined;
  const numberNeeded: FormRule[] = [
    { required: true, message: t.needed },
    { type: 'number', message: t.notANumber },
  ];
  return (
    <>
      <Form.Item
        name="Type"
        label={t.settlement}
        rules={[{ required: true, message: t.needed }]}
        {...(proposed
          ? {
              extra: proposed.Why
                ? t.proposedFree(inWords(freeReasons[proposed.Why]), proposed.WarrantyUntil, proposed.Of)
                : t.proposedPaid,
            }
          : {})}
      >
        <Radio.Group options={settlementNames.map((value) => ({ value, label: inWords(settlements[value]) }))} />
      </Form.Item>
      {type === 'paid' ? (
        <Form.List name="CostList" initialValue={[{ Kind: 'labour', Quantity: 1 }]}>
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <div key={key} className="repair-cost-line">
                  <Form.Item name={[name, 'Kind']} label={t.costKind} rules={[{ required: true, message: t.needed }]}>
                    <Select options={costKindNames.map((value) => ({ value, label: inWords(costKinds[value]) }))} />
                  </Form.Item>
                  <Form.Item name={[name, 'Description']} label={t.costWhat}>
                    <Input maxLength={100} />
                  </Form.Item>
                  <Form.Item name={[name, 'Quantity']} label={t.quantity} rules={numberNeeded}>
                    <NumberField min={0.001} max={1_000_000} />
                  </Form.Item>
                  <Form.Item name={[name, 'Price']} label={t.price} rules={numberNeeded}>
                    <NumberField min={0} max={100_000_000} precision={2} />
                  </Form.Item>
                  <Button type="text" aria-label={t.removeLine} onClick={() => remove(name)}>
                    ×
                  </Button>
                </div>
              ))}
              <Button onClick={() => add({ Kind: 'part', Quantity: 1 })}>{t.addLine}</Button>
            </>
          )}
        </Form.List>
      ) : null}
    </>
  );
}

/** Open orders of the project that can take a draft: of its device, where it has one. */
function OpenOrderChoice({
  order,
  value,
  onChange,
}: {
  order: RepairOrder;
  value?: number;
  onChange?: (value: number) => void;
}) {
  const t = useText(text);
  const open = useCall('getNewRepairActivePage', {
    query: { pageIndex: 1, pageSize: 100 },
    body: {
      ProjectId: order.ProjectId,
      Status: [1, 2, 3, 4, 6],
      ...(order.EquipmentId === null ? {} : { EquipmentId: order.EquipmentId }),
    },
  });
  return (
    <Select<number>
      showSearch={{ optionFilterProp: 'label' }}
      loading={open.isPending}
      notFoundContent={t.noOpenOrder}
      {...(value === undefined ? {} : { value })}
      {...(onChange === undefined ? {} : { onChange })}
      options={
        open.data?.Data.map((each) => ({
          value: each.RepairId,
          label: `${orderNumber(each, t.draft)} · ${each.FaultContent}`,
        })) ?? []
      }
    />
  );
}
