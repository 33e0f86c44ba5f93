import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { registerFormats } from '@watchpost/contract';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { mappingWords } from './mappingWords.ts';
import { type KeyRow, type PointRow, type RegisterRow, TemplatePointDialog } from './TemplatePointDialog.tsx';
import './templates.css';
import { text } from './text.ts';

const twoDigits = (code: number | null | undefined) => String(code ?? '').padStart(2, '0');

/** The points of a template, to be added, changed and removed one by one. A form field: `value` and `onChange`. */
export function TemplatePointsField({
  kind,
  firstAddress,
  value = [],
  onChange,
}: {
  kind: 'register' | 'mqtt';
  firstAddress: number;
  value?: readonly PointRow[];
  onChange?: (rows: readonly PointRow[]) => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  /** The place of the row that is edited; one behind the last: a new one. */
  const [place, setPlace] = useState<number | null>(null);
  const nameOf = ({ PointName, PointNameEn }: PointRow) => (language === 'en' ? (PointNameEn ?? PointName) : PointName);
  const ofRegister = [
    {
      title: t.address,
      key: 'address',
      width: 120,
      render: (_: unknown, row: PointRow) => {
        const { FunctionCode, RegisterAddress, AddressBit } = row as RegisterRow;
        return (
          <span className="tabular">
            {twoDigits(FunctionCode)} / {RegisterAddress}
            {AddressBit == null ? '' : `.${AddressBit}`}
          </span>
        );
      },
    },
    {
      title: t.format,
      key: 'format',
      width: 150,
      render: (_: unknown, row: PointRow) => {
        const { DataFormat, ByteOrder } = row as RegisterRow;
        return DataFormat == null ? '' : `${inWords(registerFormats[DataFormat].words)} ${ByteOrder ?? ''}`.trim();
      },
    },
    {
      title: t.scale,
      key: 'scale',
      width: 120,
      render: (_: unknown, row: PointRow) => mappingWords(row as RegisterRow),
    },
  ];
  const ofKey = [
    { title: t.key, key: 'key', render: (_: unknown, row: PointRow) => <code>{(row as KeyRow).MqttKey}</code> },
  ];
  return (
    <>
      <Table
        className="template-table"
        size="small"
        rowKey="PointName"
        pagination={false}
        scroll={{ x: 'max-content', y: 300 }}
        dataSource={[...value]}
        locale={{ emptyText: t.noRows }}
        columns={[
          { title: t.pointName, key: 'name', width: 180, render: (_, row) => nameOf(row) },
          {
            title: t.type,
            key: 'type',
            width: 140,
            render: (_, row) => `${row.PointTypeName} ${row.Unit ?? ''}`.trim(),
          },
          ...(kind === 'register' ? ofRegister : ofKey),
          { title: t.writable, key: 'write', width: 84, render: (_, row) => (row.IsWrite ? t.writable : '') },
          {
            title: <span className="visually-hidden">{t.edit}</span>,
            key: 'actions',
            width: 110,
            fixed: 'right',
            render: (_, row, index) => (
              <>
                <Button size="small" type="link" aria-label={t.editPoint(nameOf(row))} onClick={() => setPlace(index)}>
                  {t.edit}
                </Button>
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined aria-hidden="true" />}
                  aria-label={t.removePoint(nameOf(row))}
                  title={t.removePoint(nameOf(row))}
                  onClick={() => onChange?.(value.filter((_each, at) => at !== index))}
                />
              </>
            ),
          },
        ]}
      />
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setPlace(value.length)}>
        {t.addPoint}
      </Button>
      {place === null ? null : (
        <TemplatePointDialog
          kind={kind}
          row={value[place]}
          otherNames={value.filter((_each, at) => at !== place).map(({ PointName }) => PointName)}
          firstAddress={firstAddress}
          onSave={(row) => onChange?.(value.toSpliced(place, 1, row))}
          onClose={() => setPlace(null)}
        />
      )}
    </>
  );
}
