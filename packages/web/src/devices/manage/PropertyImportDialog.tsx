import { type ImportedProperties, propertyImportMaxBytes } from '@watchpost/contract';
import { Alert, Button, Modal, Select, Spin, Table } from 'antd';
import { useRef, useState } from 'react';
import { saveFile } from '../../downloads/index.ts';
import { CallError } from '../../lib/CallError.ts';
import { callApi } from '../../lib/client.ts';
import { useText } from '../../lib/defineText.ts';
import { useNotify } from '../../ui/index.ts';
import { fieldText, importText, manageText } from './text.ts';
import { useClassOptions } from './useChoices.ts';
import { useDevicesChanged } from './useDevicesChanged.ts';

const maxSize = `${propertyImportMaxBytes / 1024 / 1024} MB`;

type State =
  | { readonly step: 'choose' | 'busy'; readonly error: string | null }
  | {
      /** `done`: what was right is in. */
      readonly step: 'checked' | 'done';
      readonly file: File;
      readonly result: ImportedProperties;
      readonly error: string | null;
    };

/** Static properties from a spreadsheet: fetch the filled template of a class, see row by row what is wrong, import. */
export function PropertyImportDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useText(importText);
  const m = useText(manageText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useDevicesChanged();
  const classes = useClassOptions();
  const [classId, setClassId] = useState<number>();
  const [state, setState] = useState<State>({ step: 'choose', error: null });
  const input = useRef<HTMLInputElement>(null);

  const download = async (ofClass: number) => {
    try {
      saveFile(
        await callApi('exportModelTreePropertyTemplate', { body: { ProjectId: projectId, SmallTypeId: ofClass } }),
      );
    } catch (error) {
      notify.failure(error);
    }
  };
  const wordsOf = (error: unknown): string => (error instanceof CallError ? error.message : t.failed);
  const send = (file: File, how: { isDryRun: boolean; skipWrong: boolean }) =>
    callApi('importModelTreePropertyTemplate', {
      query: { projectId, smallTypeId: classId ?? 0, ...how },
      files: [file],
    });
  const check = async (file: File | undefined) => {
    if (!file) return;
    if (!/\.xlsx$/i.test(file.name)) return setState({ step: 'choose', error: t.notExcel });
    if (file.size > propertyImportMaxBytes) return setState({ step: 'choose', error: t.tooLarge(maxSize) });
    setState({ step: 'busy', error: null });
    try {
      const result = await send(file, { isDryRun: true, skipWrong: false });
      setState({ step: 'checked', file, result, error: null });
    } catch (error) {
      setState({ step: 'choose', error: wordsOf(error) });
    }
  };
  const bringIn = async (file: File, checked: ImportedProperties) => {
    setState({ step: 'busy', error: null });
    try {
      const result = await send(file, { isDryRun: false, skipWrong: checked.WrongCount > 0 });
      if (result.ImportedCount > 0 && result.WrongCount === 0) {
        notify.success(t.done(result.ImportedCount));
        onClose();
      } else setState({ step: result.ImportedCount > 0 ? 'done' : 'checked', file, result, error: null });
      await changed();
    } catch (error) {
      setState({ step: 'checked', file, result: checked, error: wordsOf(error) });
    }
  };
  const correct = async (file: File) => {
    try {
      saveFile(
        await callApi('correctImportModelTreeProperty', {
          query: { projectId, smallTypeId: classId ?? 0 },
          files: [file],
        }),
      );
    } catch (error) {
      notify.failure(error);
    }
  };
  const shown = 'result' in state ? state : null;
  const result = shown?.result ?? null;
  const isDone = shown?.step === 'done';
  const right = result ? result.TotalCount - result.WrongCount : 0;
  return (
    <Modal
      open
      title={t.title}
      width={640}
      okText={result && result.WrongCount > 0 ? t.startRight(right) : t.start}
      okButtonProps={{ disabled: right === 0, ...(isDone ? { style: { display: 'none' } } : {}) }}
      cancelText={isDone ? t.close : m.cancel}
      onOk={() => state.step === 'checked' && void bringIn(state.file, state.result)}
      onCancel={onClose}
    >
      <h3 className="device-form-part">{t.step1}</h3>
      <p className="device-faint">{t.step1Hint}</p>
      <div className="device-stat-bar">
        <Select
          style={{ minWidth: 240 }}
          aria-label={f.deviceClass}
          placeholder={f.deviceClass}
          showSearch={{ optionFilterProp: 'label' }}
          value={classId}
          onChange={(next) => {
            setClassId(next);
            setState({ step: 'choose', error: null });
          }}
          options={classes}
        />
        <Button disabled={classId === undefined} onClick={() => classId !== undefined && void download(classId)}>
          {t.download}
        </Button>
      </div>
      <h3 className="device-form-part">{t.step2}</h3>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept=".xlsx"
        aria-label={t.choose}
        onChange={(event) => {
          void check(event.target.files?.[0]);
          // The same file, corrected meanwhile, must count as a new choice.
          event.target.value = '';
        }}
      />
      <Button disabled={classId === undefined || state.step === 'busy'} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      {state.error === null ? null : (
        <Alert type="error" showIcon title={state.error} description={t.expected} className="device-import-error" />
      )}
      {state.step === 'busy' ? <Spin size="small" aria-label={t.checking} /> : null}
      {result ? (
        <>
          <p role="status">
            {isDone
              ? t.doneWithout(result.ImportedCount, result.WrongCount)
              : result.WrongCount === 0
                ? t.allGood(result.TotalCount)
                : t.someWrong(result.WrongCount, result.TotalCount)}
          </p>
          {result.Rows.length > 0 ? (
            <Table
              size="small"
              rowKey="Row"
              pagination={result.Rows.length > 50 ? { pageSize: 50, showSizeChanger: false, size: 'small' } : false}
              scroll={{ y: 260 }}
              dataSource={[...result.Rows]}
              columns={[
                { title: t.row, dataIndex: 'Row', width: 56, align: 'right' },
                { title: t.device, dataIndex: 'ModelTreeName', width: 160, ellipsis: true },
                {
                  title: t.problem,
                  key: 'problem',
                  render: (_, { Errors }) =>
                    Errors.map(({ Column, Message }) => [Column, Message].filter(Boolean).join(' – ')).join('; '),
                },
              ]}
            />
          ) : null}
          {shown && result.Rows.length > 0 ? (
            <Button onClick={() => void correct(shown.file)}>{t.corrections}</Button>
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
