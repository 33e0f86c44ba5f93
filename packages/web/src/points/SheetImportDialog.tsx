import { CheckCircleFilled, FileExcelOutlined } from '@ant-design/icons';
import { pointImportMaxBytes, pointImportMaxRows, type SheetResult } from '@watchpost/contract';
import { Button, Modal, Spin, Table } from 'antd';
import { useRef, useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { CallError } from '../lib/CallError.ts';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useNotify } from '../ui/index.ts';
import './points.css';
import { sheetText } from './sheetText.ts';
import { text } from './text.ts';
import { usePointsChanged } from './usePointChoices.ts';

/** What is imported: points of a slave, or devices of a project with their points. */
export type SheetTarget =
  | { readonly kind: 'points'; readonly slaveId: number; readonly slaveName: string }
  | { readonly kind: 'devices'; readonly projectId: number };

const maxSize = `${pointImportMaxBytes / 1024 / 1024} MB`;

type State =
  | { readonly step: 'choose' | 'busy'; readonly error: string | null }
  | {
      readonly step: 'checked' | 'done';
      readonly file: File;
      readonly result: SheetResult;
      readonly error: string | null;
    };

/** A spreadsheet: see row by row what is wrong with it before anything is imported, correct it, import. Mount it to show it. */
export function SheetImportDialog({ target, onClose }: { target: SheetTarget; onClose: () => void }) {
  const t = useText(sheetText);
  const p = useText(text);
  const language = useLanguage();
  const notify = useNotify();
  const changed = usePointsChanged();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ step: 'choose', error: null });

  const send = (file: File, how: { isDryRun: boolean; skipWrong: boolean }) =>
    target.kind === 'points'
      ? callApi('importPoint', { query: { slaveId: target.slaveId, ...how }, files: [file] })
      : callApi('importModelTree', { query: { projectId: target.projectId, ...how }, files: [file] });
  const correct = (file: File) =>
    target.kind === 'points'
      ? callApi('correctImportPoint', { query: { slaveId: target.slaveId }, files: [file] })
      : callApi('correctImportModelTree', { query: { projectId: target.projectId }, files: [file] });
  const template = (isExample: boolean) =>
    target.kind === 'points'
      ? callApi('getPointTemplate', { query: { isExample } })
      : callApi('getModelTreeTemplate', { query: { projectId: target.projectId } });

  const wordsOf = (error: unknown): string => (error instanceof CallError ? error.message : p.saveFailed);
  const download = async (what: () => ReturnType<typeof template>) => {
    try {
      saveFile(await what());
    } catch (error) {
      notify.failure(error);
    }
  };
  const check = async (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) return setState({ step: 'choose', error: t.notExcel });
    if (file.size > pointImportMaxBytes) return setState({ step: 'choose', error: t.tooLarge(maxSize) });
    setState({ step: 'busy', error: null });
    try {
      setState({ step: 'checked', file, result: await send(file, { isDryRun: true, skipWrong: false }), error: null });
    } catch (error) {
      setState({ step: 'choose', error: wordsOf(error) });
    }
  };
  const bringIn = async (file: File, checked: SheetResult) => {
    setState({ step: 'busy', error: null });
    try {
      const result = await send(file, { isDryRun: false, skipWrong: checked.WrongCount > 0 });
      setState({ step: result.ImportedCount > 0 ? 'done' : 'checked', file, result, error: null });
    } catch (error) {
      setState({ step: 'checked', file, result: checked, error: wordsOf(error) });
    }
    await changed();
  };

  const shown = 'result' in state ? state : null;
  const right = shown ? shown.result.TotalCount - shown.result.WrongCount : 0;
  const footer = () => {
    if (state.step === 'busy') return null;
    if (!shown) return <Button onClick={onClose}>{t.cancel}</Button>;
    if (shown.step === 'done')
      return (
        <Button type="primary" onClick={onClose}>
          {p.close}
        </Button>
      );
    const { file, result } = shown;
    return (
      <div className="point-footer">
        <Button onClick={() => setState({ step: 'choose', error: null })}>{t.otherFile}</Button>
        <span className="point-footer-push" />
        <Button onClick={onClose}>{t.cancel}</Button>
        {right > 0 ? (
          <Button type={result.WrongCount === 0 ? 'primary' : 'default'} onClick={() => void bringIn(file, result)}>
            {result.WrongCount === 0 ? t.importAll(right) : t.importRight(right)}
          </Button>
        ) : null}
      </div>
    );
  };
  const separator = language === 'zh' ? '：' : ': ';
  return (
    <Modal
      open
      onCancel={onClose}
      width={720}
      title={target.kind === 'points' ? t.pointsTitle(target.slaveName) : t.devicesTitle}
      mask={{ closable: state.step !== 'busy' }}
      closable={state.step !== 'busy'}
      keyboard={state.step !== 'busy'}
      footer={footer()}
    >
      {state.error === null ? null : <p role="alert">{state.error}</p>}
      {state.step === 'busy' ? (
        <div role="status">
          <Spin /> {t.busy}
        </div>
      ) : null}
      {state.step === 'choose' ? (
        <ol className="point-steps">
          <li>
            <b>{t.step1}</b>
            <p className="point-hint">{target.kind === 'points' ? t.pointsHint : t.devicesHint}</p>
            <Button icon={<FileExcelOutlined />} onClick={() => void download(() => template(false))}>
              {t.template}
            </Button>{' '}
            {target.kind === 'points' ? (
              <Button type="link" onClick={() => void download(() => template(true))}>
                {t.example}
              </Button>
            ) : null}
          </li>
          <li>
            <b>{t.step2}</b>
            <p className="point-hint">{t.step2Hint(pointImportMaxRows, maxSize)}</p>
            <input
              ref={input}
              type="file"
              hidden
              accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              aria-label={t.choose}
              onChange={({ target: field }) => {
                const [file] = field.files ?? [];
                if (file) void check(file);
                // The same file, corrected meanwhile, must count as a new choice.
                field.value = '';
              }}
            />
            <Button type="primary" onClick={() => input.current?.click()}>
              {t.choose}
            </Button>
          </li>
        </ol>
      ) : null}
      {shown ? (
        <>
          <p role="status">
            {shown.step === 'done' || shown.result.WrongCount === 0 ? <CheckCircleFilled aria-hidden="true" /> : null}{' '}
            {shown.step === 'done'
              ? t.done(shown.result.ImportedCount)
              : shown.result.WrongCount === 0
                ? t.allGood(shown.result.TotalCount)
                : t.someWrong(shown.result.WrongCount, shown.result.TotalCount)}
          </p>
          {shown.result.Rows.length > 0 ? (
            <>
              <Table
                size="small"
                rowKey="Row"
                dataSource={[...shown.result.Rows]}
                pagination={
                  shown.result.Rows.length > 100 ? { pageSize: 100, showSizeChanger: false, size: 'small' } : false
                }
                scroll={{ y: 280 }}
                columns={[
                  { title: t.row, dataIndex: 'Row', width: 56, align: 'right', className: 'tabular' },
                  { title: t.name, dataIndex: 'Name', width: 140, ellipsis: true },
                  {
                    title: t.problem,
                    key: 'problem',
                    render: (_, { Errors }) => (
                      <ul className="point-names">
                        {Errors.map(({ Column, Message }) => (
                          <li key={`${Column} ${Message}`}>
                            {Column ? <b>{`${Column}${separator}`}</b> : null}
                            {Message}
                          </li>
                        ))}
                      </ul>
                    ),
                  },
                ]}
              />
              <p>
                <Button
                  icon={<FileExcelOutlined />}
                  onClick={() => void download(() => correct(shown.file))}
                  disabled={shown.step === 'done'}
                >
                  {t.corrections}
                </Button>
              </p>
            </>
          ) : null}
          {shown.step === 'checked' && shown.result.Notes.length > 0 ? (
            <Table
              size="small"
              rowKey="Row"
              dataSource={[...shown.result.Notes]}
              pagination={
                shown.result.Notes.length > 100 ? { pageSize: 100, showSizeChanger: false, size: 'small' } : false
              }
              scroll={{ y: 280 }}
              columns={[
                { title: t.row, dataIndex: 'Row', width: 56, align: 'right', className: 'tabular' },
                { title: t.name, dataIndex: 'Name', width: 200, ellipsis: true },
                { title: t.comesTo, dataIndex: 'Message' },
              ]}
            />
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
