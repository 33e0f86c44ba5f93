import { registerFormats, type TemplateDetail, type TemplateRow, templateCalls } from '@watchpost/contract';
import { Input, Modal, Switch, Table } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, useSave } from '../ui/index.ts';
import { mappingWords } from './mappingWords.ts';
import './templates.css';
import { text } from './text.ts';
import { callsAboutTemplates } from './useTemplatesChanged.ts';

interface Props {
  template: TemplateRow;
  onClose: () => void;
}

/** A template with everything it knows. */
export function TemplateDialog({ template, onClose }: Props) {
  const t = useText(text);
  const { data, error } = useCall('getTempById', { query: { id: template.id } }, { scope: 'company' });
  return (
    <Modal open title={template.name} width={920} footer={null} onCancel={onClose}>
      {data ? <Detail detail={data} /> : error ? <ErrorState error={error} /> : <PageSkeleton />}
      {data?.Source === 'field' ? <p className="template-hint">{t.fieldHint}</p> : null}
    </Modal>
  );
}

function Detail({ detail }: { detail: TemplateDetail }) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  const isRegister = detail.Kind === 'register';
  const facts: readonly [string, string][] = [
    [t.brand, [detail.Brand, detail.Model].filter(Boolean).join(' ')],
    [t.category, detail.Category],
    [t.source, `${t[detail.Source]}${detail.SourceName ? ` · ${detail.SourceName}` : ''}`],
    ...((isRegister
      ? [
          [t.firstAddress, t.base(detail.FirstAddress)],
          [t.maxRegisters, String(detail.MaxRegisters)],
          [t.maxGap, String(detail.MaxGap)],
          [
            t.serial,
            `${detail.BaudRate} ${detail.DataBits}${detail.Parity === 'none' ? 'N' : detail.Parity === 'even' ? 'E' : 'O'}${detail.StopBits}`,
          ],
        ]
      : []) as [string, string][]),
    [t.description, detail.Description],
  ];
  const nameOf = ({ PointName, PointNameEn }: { PointName: string; PointNameEn: string | null }) =>
    language === 'en' ? (PointNameEn ?? PointName) : PointName;
  const typeOf = ({ PointTypeName, Unit }: { PointTypeName: string; Unit: string }) =>
    `${PointTypeName} ${Unit}`.trim();
  return (
    <>
      <dl className="template-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {isRegister ? (
        <Table
          className="template-table"
          size="small"
          rowKey="PointName"
          pagination={false}
          scroll={{ x: 780, y: 360 }}
          dataSource={detail.RegisterList}
          columns={[
            { title: t.pointName, key: 'name', width: 170, render: (_, row) => nameOf(row) },
            { title: t.type, key: 'type', width: 130, render: (_, row) => typeOf(row) },
            { title: t.function, key: 'fc', width: 92, render: (_, row) => String(row.FunctionCode).padStart(2, '0') },
            {
              title: t.address,
              key: 'address',
              width: 90,
              align: 'right',
              render: (_, row) => `${row.RegisterAddress}${row.AddressBit === null ? '' : `.${row.AddressBit}`}`,
            },
            {
              title: t.format,
              key: 'format',
              width: 150,
              render: (_, row) =>
                [inWords(registerFormats[row.DataFormat].words), row.ByteOrder].filter(Boolean).join(' '),
            },
            { title: t.scale, key: 'scale', width: 120, render: (_, row) => mappingWords(row) },
            {
              title: t.errors,
              key: 'errors',
              width: 110,
              render: (_, row) =>
                row.RawErrorValueList.map((value) => `${value.toString(16).toUpperCase()}h`).join(' '),
            },
            {
              title: t.statusRegister,
              key: 'status',
              width: 130,
              render: (_, row) =>
                row.StatusRegister === null
                  ? ''
                  : `${row.StatusRegister}: ${row.StatusFaultValueList.map((value) => `${value.toString(16).toUpperCase()}h`).join(' ')}`,
            },
            { title: t.writable, key: 'write', width: 80, render: (_, row) => (row.IsWrite ? t.writable : '') },
            { title: t.note, dataIndex: 'Note', width: 120 },
          ]}
        />
      ) : (
        <Table
          className="template-table"
          size="small"
          rowKey="PointName"
          pagination={false}
          scroll={{ y: 360 }}
          dataSource={detail.KeyList}
          columns={[
            { title: t.pointName, key: 'name', render: (_, row) => nameOf(row) },
            { title: t.key, dataIndex: 'MqttKey' },
            { title: t.type, key: 'type', render: (_, row) => typeOf(row) },
            { title: t.note, dataIndex: 'Note' },
          ]}
        />
      )}
    </>
  );
}

const copyBody = templateCalls.copyTemplate.body;

/** A copy that is the company's own and can be changed. */
export function CopyTemplateDialog({ template, onClose }: Props) {
  const t = useText(text);
  const { company } = useSession();
  const save = useSave(callsAboutTemplates, onClose);
  const form = useSchemaForm(copyBody, {
    initial: { CompanyId: company.CompanyId, id: template.id, name: t.copyOf(template.name).slice(0, 50), FLAG: true },
    save: (body) => save('copyTemplate', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.copyTitle(template.name)} onClose={onClose}>
      <form.Field name="name" label={t.name}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="FLAG" label={t.share} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}

export function DeleteTemplateDialog({ template, onClose }: Props) {
  const t = useText(text);
  const save = useSave(callsAboutTemplates, onClose);
  const start = () => save('deleteTemplate', { query: { id: template.id } }, t.deleted);
  return (
    <ConfirmDialog title={t.deleteTitle(template.name)} ok={t.delete} act={start} onClose={onClose}>
      <p>{t.deleteHint}</p>
    </ConfirmDialog>
  );
}
