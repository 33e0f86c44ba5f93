import { type FaultCode, FaultCodeChange, faultCodeKindNames, faultCodeKinds, NewFaultCode } from '@watchpost/contract';
import { Button, Input, Modal, Segmented, Select, Switch, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, useSave } from '../ui/index.ts';
import { callsAboutRepairs } from './callsAboutRepairs.ts';
import './repair.css';
import { text } from './text.ts';

type Kind = FaultCode['Kind'];

/** The fault catalogue: the product's codes, which can be put out of use, and the company's own. Mount it to show it. */
export function FaultCodesDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const [kind, choose] = useState<Kind>('symptom');
  const [search, setSearch] = useState('');
  const [editing, edit] = useState<FaultCode | 'new' | null>(null);
  const save = useSave(callsAboutRepairs);
  const codes = useCall('getFaultCodes', { query: {} }, { scope: 'company' });
  const wanted = search.trim().toLowerCase();
  const shown = codes.data?.filter(
    (code) =>
      code.Kind === kind &&
      [code.Code, code.NameZh, code.NameEn, code.SmallTypeName ?? ''].some((words) =>
        words.toLowerCase().includes(wanted),
      ),
  );
  return (
    <>
      <Modal open width={860} title={t.faultCodes} footer={null} onCancel={onClose}>
        <div className="repair-codes-head">
          <Segmented
            aria-label={t.codeKind}
            value={kind}
            onChange={choose}
            options={faultCodeKindNames.map((value) => ({ value, label: inWords(faultCodeKinds[value]) }))}
          />
          <Input
            allowClear
            aria-label={t.searchCodes}
            placeholder={t.searchCodes}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Button type="primary" onClick={() => edit('new')}>
            {t.addCode}
          </Button>
        </div>
        {codes.error && !codes.data ? (
          <ErrorState error={codes.error} onRetry={() => void codes.refetch()} />
        ) : (
          <Table<FaultCode>
            size="small"
            rowKey="FaultCodeId"
            loading={codes.isPending}
            dataSource={shown ?? []}
            pagination={{ hideOnSinglePage: true, defaultPageSize: 12, showSizeChanger: false }}
            scroll={{ x: 'max-content' }}
            columns={[
              { title: t.code, dataIndex: 'Code', width: 110 },
              { title: t.codeName, render: (_, { NameZh, NameEn }) => inWords({ zh: NameZh, en: NameEn }) },
              { title: t.deviceClass, width: 150, render: (_, { SmallTypeName }) => SmallTypeName ?? t.everyClass },
              { title: 'ISO 14224', width: 100, render: (_, { Iso14224 }) => Iso14224 || dash },
              {
                title: t.inUse,
                width: 80,
                render: (_, code) => (
                  <Switch
                    size="small"
                    checked={code.Active}
                    aria-label={t.inUseOf(inWords({ zh: code.NameZh, en: code.NameEn }))}
                    onChange={(Active) =>
                      void save('changeFaultCode', { body: { FaultCodeId: code.FaultCodeId, Active } }, t.saved)
                    }
                  />
                ),
              },
              {
                title: '',
                width: 80,
                render: (_, code) =>
                  code.IsOwn ? (
                    <Button
                      type="link"
                      size="small"
                      aria-label={t.editOf(inWords({ zh: code.NameZh, en: code.NameEn }))}
                      onClick={() => edit(code)}
                    >
                      {t.edit}
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
        <p className="repair-muted">{t.codesHint}</p>
      </Modal>
      {editing === null ? null : (
        <CodeDialog kind={kind} present={editing === 'new' ? null : editing} onClose={() => edit(null)} />
      )}
    </>
  );
}

function CodeDialog({ kind, present, onClose }: { kind: Kind; present: FaultCode | null; onClose: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const save = useSave(callsAboutRepairs, onClose);
  const classes = useCall('getBigSmallType', { query: {} }, { scope: 'company', staleTime: 600_000 });
  const initial = useMemo(
    () => ({
      Kind: present?.Kind ?? kind,
      Code: present?.Code ?? '',
      NameZh: present?.NameZh ?? '',
      NameEn: present?.NameEn ?? '',
      Iso14224: present?.Iso14224 ?? '',
      SmallTypeId: present?.SmallTypeId ?? null,
    }),
    [present, kind],
  );
  const form = useSchemaForm(NewFaultCode, {
    initial,
    add: (body) => save('saveFaultCode', { body }, t.saved),
    edit:
      present &&
      ((body) =>
        save(
          'changeFaultCode',
          { body: FaultCodeChange.parse({ ...body, FaultCodeId: present.FaultCodeId }) as never },
          t.saved,
        )),
  });
  const isNew = present === null;
  return (
    <FormDialog form={form} title={isNew ? t.addCode : t.editCode} width={560} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="Kind" label={t.codeKind}>
          <Select
            disabled={!isNew}
            options={faultCodeKindNames.map((value) => ({ value, label: inWords(faultCodeKinds[value]) }))}
          />
        </form.Field>
        <form.Field name="SmallTypeId" label={t.deviceClass}>
          <Select
            allowClear
            disabled={!isNew}
            placeholder={t.everyClass}
            showSearch={{ optionFilterProp: 'label' }}
            options={(classes.data ?? []).map((big) => ({
              label: big.BigTypeName,
              options: big.SmallTypes.map(({ SmallTypeId, SmallTypeName }) => ({
                value: SmallTypeId,
                label: SmallTypeName,
              })),
            }))}
          />
        </form.Field>
        <form.Field name="Code" label={t.code}>
          <Input maxLength={20} disabled={!isNew} />
        </form.Field>
        <form.Field name="Iso14224" label="ISO 14224">
          <Input maxLength={10} />
        </form.Field>
        <form.Field name="NameZh" label={t.nameZh}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="NameEn" label={t.nameEn}>
          <Input maxLength={50} />
        </form.Field>
      </div>
    </FormDialog>
  );
}
