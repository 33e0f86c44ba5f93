import { functionCodes, type GatewayInfo, type LiveRead, mostReadsInARow, ReadOrder } from '@watchpost/contract';
import { Alert, AutoComplete, Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { FormBody, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState } from '../ui/index.ts';
import type { Block } from './block.ts';
import { exceptionText } from './frameText.ts';
import { exceptionInWords } from './frameWords.ts';
import { milliseconds } from './numbers.ts';
import { text } from './text.ts';

/** As many reads as are looked at together, to see what changes. */
const keptReads = 10;

/** Enough to see a pattern, and few devices take fewer. */
const usualQuantity = 10;

/** Reads a slave now, through the line of its gateway. */
export function LivePart({
  gateway,
  slaveAddress,
  block,
  onBlock,
}: {
  gateway: GatewayInfo;
  slaveAddress: number | null;
  block: Block | null;
  onBlock: (block: Block) => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const read = useCallMutation('readRegisters');
  const [reads, setReads] = useState<readonly LiveRead[]>([]);
  const asked = slaveAddress ?? gateway.Slaves[0]?.DeviceAddress;
  const slave = gateway.Slaves.find(({ DeviceAddress }) => DeviceAddress === asked);
  const form = useSchemaForm(ReadOrder, {
    initial: {
      DeviceId: gateway.DeviceId,
      SlaveAddress: asked,
      FunctionCode: 3,
      StartAddress: 0,
      // Some take only a few in one read, and would refuse the first one that is tried.
      Quantity: Math.min(usualQuantity, slave?.MaxRegisters ?? usualQuantity),
      Times: 1,
    },
    save: async (body) => {
      const { ReadList } = await read.mutateAsync({ body });
      setReads(ReadList);
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
      });
    },
  });
  if (!gateway.MayEdit) return <EmptyState title={t.mayNotRead} />;
  const isOnline = gateway.ConnectStatus === 1;
  return (
    <section className="workbench-part" aria-label={t.live}>
      {isOnline ? null : <Alert type="warning" showIcon title={t.offline} />}
      <FormBody form={form}>
        <div className="workbench-order">
          <form.Field name="SlaveAddress" label={t.slaveAddress}>
            <SlaveField gateway={gateway} />
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
            <InputNumber />
          </form.Field>
          <form.Field name="Quantity" label={t.quantity}>
            <InputNumber />
          </form.Field>
          <form.Field name="Times" label={t.times} extra={t.timesHint}>
            <InputNumber min={1} max={mostReadsInARow} precision={0} />
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
        {reads.map((one) => (
          <Outcome key={one.EPOCH} read={one} />
        ))}
      </div>
    </section>
  );
}

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
  value,
  onChange,
  ...rest
}: {
  gateway: GatewayInfo;
  value?: number | string;
  onChange?: (address: number | string) => void;
  id?: string;
}) {
  return (
    <AutoComplete
      {...rest}
      value={value === undefined ? '' : String(value)}
      onChange={(typed: string) => onChange?.(/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : typed)}
      options={gateway.Slaves.map(({ DeviceAddress, SlaveName }) => ({
        value: String(DeviceAddress),
        label: `${DeviceAddress} · ${SlaveName}`,
      }))}
    />
  );
}
