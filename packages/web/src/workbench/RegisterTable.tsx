import { type RegisterFormatName, type RegisterReading, registerFormats } from '@watchpost/contract';
import { Button, Checkbox, Table, Tag } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { type Block, keyOf, type Pick } from './block.ts';
import { reasonText } from './frameText.ts';
import { shortNumber, wordHex } from './numbers.ts';
import { text } from './text.ts';

const bitsOfRegister = 16;

/** What is taken of a register when it is only ticked: what it is likely to be. */
export function likelyPick({ RegisterAddress, Raw, Suggestion }: RegisterReading): Pick {
  if (!Suggestion) return { address: RegisterAddress, format: 's16', byteOrder: 'AB' };
  const error = Suggestion.ReasonList.find(({ Kind }) => Kind === 'errorValue');
  return {
    address: RegisterAddress,
    format: Suggestion.DataFormat,
    byteOrder: Suggestion.ByteOrder,
    dividedBy: Suggestion.DividedBy,
    rawErrors: error ? [error.Numbers[0] ?? Raw] : [],
  };
}

interface Taking {
  readonly taken: ReadonlySet<string>;
  readonly onPick: (picks: readonly Pick[]) => void;
  readonly onDrop: (key: string) => void;
}

/** Every register of a block with what it may mean; a click takes it as a value. */
export function RegisterTable({ block, ...taking }: { block: Block } & Taking) {
  const t = useText(text);
  const [open, setOpen] = useState<readonly number[]>([]);
  const meant = useCall(
    'interpretRegisters',
    block.reads.length === 0
      ? null
      : { body: { StartAddress: block.start, ReadList: block.reads.map((read) => [...read]) } },
    { scope: 'company', placeholderData: (before) => before, staleTime: Number.POSITIVE_INFINITY },
  );
  if (block.reads.length === 0) return <BitTable block={block} {...taking} />;
  if (meant.error && !meant.data) return <ErrorState error={meant.error} onRetry={() => void meant.refetch()} />;
  if (!meant.data) return <ListSkeleton rows={4} />;
  const rows = meant.data;
  const likely = rows.filter(({ Suggestion }) => Suggestion?.IsLikely).map(likelyPick);
  const isOpen = open.length > 0;
  return (
    <>
      <div className="workbench-row">
        <span className="workbench-hint">{t.reads(block.reads.length)}</span>
        <Button size="small" onClick={() => setOpen(isOpen ? [] : rows.map(({ RegisterAddress }) => RegisterAddress))}>
          {isOpen ? t.collapseAll : t.expandAll}
        </Button>
        {likely.length > 0 ? (
          <Button size="small" onClick={() => taking.onPick(likely)}>
            {t.chooseLikely}
          </Button>
        ) : null}
      </div>
      <Table<RegisterReading>
        size="small"
        rowKey="RegisterAddress"
        dataSource={rows}
        pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
        expandable={{
          expandedRowKeys: open,
          onExpandedRowsChange: (keys) => setOpen(keys as readonly number[]),
          expandedRowRender: (row) => <Forms row={row} block={block} {...taking} />,
        }}
        columns={[
          {
            title: '',
            width: 40,
            render: (_, row) => {
              const key = keyOf(block.functionCode, row.RegisterAddress, undefined);
              const isTaken = taking.taken.has(key);
              return (
                <Checkbox
                  aria-label={t.choose(row.RegisterAddress)}
                  checked={isTaken}
                  onChange={() => (isTaken ? taking.onDrop(key) : taking.onPick([likelyPick(row)]))}
                />
              );
            },
          },
          { title: t.address, dataIndex: 'RegisterAddress', className: 'tabular' },
          {
            title: t.hex,
            responsive: ['md'],
            render: (_, { Raw }) => <code className="workbench-code">{wordHex(Raw)}</code>,
          },
          { title: t.signed, align: 'right', responsive: ['md'], render: (_, row) => <Plain row={row} format="s16" /> },
          {
            title: t.unsigned,
            align: 'right',
            responsive: ['md'],
            render: (_, row) => <Plain row={row} format="u16" />,
          },
          { title: t.likely, className: 'workbench-likely', render: (_, row) => <Suggested row={row} /> },
        ]}
      />
    </>
  );
}

const Plain = ({ row, format }: { row: RegisterReading; format: RegisterFormatName }) => (
  <span className="tabular">
    {shortNumber(
      row.FormList.find(({ DataFormat, ByteOrder }) => DataFormat === format && ByteOrder === 'AB')?.Value ?? null,
    )}
  </span>
);

function Suggested({ row }: { row: RegisterReading }) {
  const t = useText(text);
  const reasons = useText(reasonText);
  const inWords = useBilingual();
  const { Suggestion, FormList } = row;
  if (!Suggestion) return <span className="workbench-hint">{t.partOfBefore}</span>;
  const { DataFormat, ByteOrder, DividedBy, IsLikely, ReasonList } = Suggestion;
  const form = FormList.find((one) => one.DataFormat === DataFormat && one.ByteOrder === ByteOrder);
  const value = form?.Value == null ? null : form.Value / DividedBy;
  const said = ReasonList.map(({ Kind, Numbers }) => {
    const numbers =
      Kind === 'errorValue'
        ? [
            (Numbers[0] ?? 0)
              .toString(16)
              .toUpperCase()
              .padStart(Numbers[1] === 32 ? 8 : 4, '0'),
          ]
        : Numbers.map((number) => shortNumber(Number(number.toPrecision(6))));
    return (reasons[Kind] as (...n: string[]) => string)(...numbers);
  });
  return (
    <div className="workbench-suggestion">
      <span>
        {IsLikely ? (
          <b className="tabular">{shortNumber(value)}</b>
        ) : (
          <span className="tabular">{shortNumber(value)}</span>
        )}{' '}
        <Tag className={IsLikely ? 'workbench-likely-form' : ''}>
          {`${inWords(registerFormats[DataFormat].words)} ${ByteOrder}${DividedBy > 1 ? ` ÷${DividedBy}` : ''}`}
        </Tag>
      </span>
      <small>{said.join(t.separator)}</small>
    </div>
  );
}

/** One register in every format and byte order, and bit by bit. */
function Forms({ row, block, taken, onPick }: { row: RegisterReading; block: Block } & Taking) {
  const t = useText(text);
  const inWords = useBilingual();
  const { RegisterAddress: address, Raw, FormList } = row;
  const formats = [...new Set(FormList.map(({ DataFormat }) => DataFormat))];
  return (
    <div className="workbench-forms">
      {formats.map((format) => (
        <div key={format}>
          <span className="workbench-form-name">{inWords(registerFormats[format].words)}</span>
          {FormList.filter(({ DataFormat }) => DataFormat === format).map(({ ByteOrder, Value }) => {
            const words = `${inWords(registerFormats[format].words)} ${ByteOrder}`;
            return (
              <button
                key={ByteOrder}
                type="button"
                className="workbench-form"
                aria-label={`${t.chooseForm(address, words)}: ${shortNumber(Value)}`}
                onClick={() => onPick([{ address, format, byteOrder: ByteOrder }])}
              >
                <small className="workbench-form-order">{ByteOrder}</small>
                <b className="workbench-form-value tabular">{shortNumber(Value)}</b>
              </button>
            );
          })}
        </div>
      ))}
      <div>
        <span className="workbench-form-name">{t.bitsOf}</span>
        {Array.from({ length: bitsOfRegister }, (_, index) => bitsOfRegister - index).map((bit) => {
          const isOn = ((Raw >> (bit - 1)) & 1) === 1;
          const key = keyOf(block.functionCode, address, bit);
          return (
            <button
              key={bit}
              type="button"
              className="workbench-form workbench-bit"
              aria-pressed={taken.has(key)}
              aria-label={`${t.chooseForm(address, t.bit(bit))}: ${isOn ? 1 : 0}`}
              onClick={() => onPick([{ address, format: 'bits16', byteOrder: 'AB', bit }])}
            >
              <small className="workbench-form-order">{bit}</small>
              <b className="workbench-form-value">{isOn ? 1 : 0}</b>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Coils or discrete inputs. */
function BitTable({ block, taken, onPick, onDrop }: { block: Block } & Taking) {
  const t = useText(text);
  return (
    <div className="workbench-forms">
      <div>
        {block.bits.map((isOn, index) => {
          const address = block.start + index;
          const key = keyOf(block.functionCode, address, undefined);
          const isTaken = taken.has(key);
          return (
            <button
              key={address}
              type="button"
              className="workbench-form workbench-bit"
              aria-pressed={isTaken}
              aria-label={`${t.choose(address)}: ${isOn ? t.on : t.off}`}
              onClick={() => (isTaken ? onDrop(key) : onPick([{ address, format: 'bit', byteOrder: null }]))}
            >
              <small className="workbench-form-order">{address}</small>
              <b className="workbench-form-value">{isOn ? 1 : 0}</b>
            </button>
          );
        })}
      </div>
    </div>
  );
}
