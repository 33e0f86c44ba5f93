import {
  functionCodes,
  type GatewayInfo,
  type LiveRead,
  maxReadsInARow,
  type PlannedRead,
  ReadOrder,
} from '@watchpost/contract';
import { Alert, AutoComplete, Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormBody, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, Skeleton } from '../ui/index.ts';
import type { Block } from './block.ts';
import { exceptionText } from './frameText.ts';
import { exceptionInWords } from './frameWords.ts';
import { milliseconds } from './numbers.ts';
import { text } from './text.ts';

/** As many reads as are looked at together, to see what changes. */
const keptReads = 10;

/** Enough to see a pattern, and few devices take fewer. */
const usualQuantity = 10;

interface Props {
  gateway: GatewayInfo;
  slaveAddress: number | null;
  block: Block | null;
  onBlock: (block: Block) => void;
}

/** Reads a slave now, through the line of its gateway. */
export function LivePart(props: Props) {
  const { DeviceId } = props.gateway;
  const plan = useCall('getReadPlan', { query: { deviceId: DeviceId } }, { scope: 'company', staleTime: 60_000 });
  if (plan.isPending) return <Skeleton height={160} />;
  return <LiveForm {...props} plan={plan.data?.ReadList ?? []} />;
}

function LiveForm({ gateway, slaveAddress, block, onBlock, plan }: Props & { plan: readonly PlannedRead[] }) {
  const t = useText(text);
  const inWords = useBilingual();
  const read = useCallMutation('readRegisters');
  const [{ reads, order }, setAnswer] = useState<{ reads: readonly LiveRead[]; order: string }>({
    reads: [],
    order: '',
  });
  const asked = slaveAddress ?? gateway.Slaves[0]?.DeviceAddress;
  /** Where the first points of a slave stand, so that the first try shows something; else the beginning. */
  const orderFor = (address: number | undefined) => {
    const polled = plan.find(({ SlaveAddress, IsRefused }) => SlaveAddress === address && !IsRefused);
    const slave = gateway.Slaves.find(({ DeviceAddress }) => DeviceAddress === address);
    return {
      FunctionCode: polled?.FunctionCode ?? 3,
      StartAddress: polled?.StartAddress ?? 0,
      // Some take only a few in one read, and would refuse the first one that is tried.
      Quantity: polled?.Quantity ?? Math.min(usualQuantity, slave?.MaxRegisters ?? usualQuantity),
    };
  };
  const form = useSchemaForm(ReadOrder, {
    initial: {
      DeviceId: gateway.DeviceId,
      SlaveAddress: asked,
      ...orderFor(asked),
      Times: 1,
    },
    save: async (body) => {
      const { ReadList } = await read.mutateAsync({ body });
      setAnswer({ reads: ReadList, order: orderOf(body) });
      const answered = ReadList.filter(({ Outcome }) => Outcome === 'answered');
      const last = answered.at(-1);
      if (!last) return;
      const [functionCode, start, slave] = [
        Number(body.FunctionCode),
        Number(body.StartAddress),
        Number(body.SlaveAddress),
      ];
      const isSame =
        block?.functionCode === functionCode &&
        block.start === start &&
        block.slaveAddress === slave &&
        block.reads[0]?.length === last.Registers.length;
      const before = isSame ? block.reads : [];
      const now = answered.map(({ Registers }) => Registers).filter(({ length }) => length > 0);
      onBlock({
        slaveAddress: slave,
        functionCode,
        start,
        reads: [...before, ...now].slice(-keptReads),
        bits: last.Bits,
        at: last.EPOCH,
      });
    },
  });
  const typed = Form.useWatch([], form.antd) as Readonly<Record<string, unknown>> | undefined;
  if (!gateway.MayEdit) return <EmptyState title={t.mayNotRead} />;
  const isOnline = gateway.ConnectStatus === 1;
  return (
    <section className="workbench-part" aria-label={t.live}>
      {isOnline ? null : <Alert type="warning" showIcon title={t.offline} />}
      <FormBody form={form}>
        <div className="workbench-order">
          <form.Field name="SlaveAddress" label={t.slaveAddress}>
            <SlaveField gateway={gateway} onPick={(address) => form.antd.setFieldsValue(orderFor(address) as never)} />
          </form.Field>
          <form.Field name="FunctionCode" label={t.functionCode}>
            <Select
              options={Object.entries(functionCodes).map(([value, { words }]) => ({
                value: Number(value),
                label: inWords(words),
              }))}
            />
          </form.Field>
          <form.Field name="StartAddress" label={t.start}>
            <NumberField />
          </form.Field>
          <form.Field name="Quantity" label={t.quantity}>
            <NumberField />
          </form.Field>
          <form.Field name="Times" label={t.times} extra={t.timesHint}>
            <NumberField min={1} max={maxReadsInARow} precision={0} />
          </form.Field>
        </div>
        <div className="workbench-row">
          <Button type="primary" htmlType="submit" loading={form.busy} disabled={!isOnline}>
            {t.read}
          </Button>
          <span className="workbench-hint">{t.readHint}</span>
        </div>
      </FormBody>
      <div aria-live="polite">
        {/* What came of another order says nothing of this one. */}
        {(typed && orderOf(typed) !== order ? [] : reads).map((one) => (
          <Outcome key={one.EPOCH} read={one} />
        ))}
      </div>
    </section>
  );
}

/** What is asked, to be told from another. */
const orderOf = ({ SlaveAddress, FunctionCode, StartAddress, Quantity }: Readonly<Record<string, unknown>>): string =>
  [SlaveAddress, FunctionCode, StartAddress, Quantity].map(Number).join('/');

function Outcome({ read }: { read: LiveRead }) {
  const t = useText(text);
  const exceptions = useText(exceptionText);
  const dates = useDates();
  if (read.Outcome === 'answered')
    return (
      <>
        <p className="workbench-hint">
          {t.answeredIn(milliseconds(read.Milliseconds), dates.dateTimeSeconds(read.EPOCH))}
        </p>
        {read.IsUncertain ? <Alert type="warning" showIcon title={t.uncertain} /> : null}
      </>
    );
  const words =
    read.Outcome === 'exception' ? t.refused(exceptionInWords(read.ExceptionCode ?? 0, exceptions)) : t[read.Outcome];
  return <Alert type="error" showIcon title={words} />;
}

/** A slave that is set up, or the address of one that is not yet. A form field: `value` and `onChange`. */
function SlaveField({
  gateway,
  onPick,
  value,
  onChange,
  ...rest
}: {
  gateway: GatewayInfo;
  /** One that is set up was chosen. */
  onPick: (address: number) => void;
  value?: number | string;
  onChange?: (address: number | string) => void;
  id?: string;
}) {
  return (
    <AutoComplete
      {...rest}
      value={value === undefined ? '' : String(value)}
      onSelect={(chosen: string) => onPick(Number(chosen))}
      onChange={(typed: string) => onChange?.(/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : typed)}
      options={gateway.Slaves.map(({ DeviceAddress, SlaveName }) => ({
        value: String(DeviceAddress),
        label: `${DeviceAddress} · ${SlaveName}`,
      }))}
    />
  );
}
