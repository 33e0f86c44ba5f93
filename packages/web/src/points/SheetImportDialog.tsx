import { CheckCircleFilled, FileExcelOutlined } from '@ant-design/icons';
import {
  type AnsweredFile,
  type CallName,
  pointImportMaxBytes,
  pointImportMaxRows,
  type SheetResult,
} from '@watchpost/contract';
import { Button, Modal, Spin, Table } from 'antd';
import { useRef, useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { useAskAgain } from '../lib/askAgain.ts';
import { CallError } from '../lib/CallError.ts';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useNextPolicy } from '../lib/useNextPolicy.ts';
import { useNotify } from '../ui/index.ts';
import './points.css';
import { sheetText } from './sheetText.ts';
import { text } from './text.ts';
import { callsAboutPoints } from './usePointChoices.ts';

interface How {
  readonly isDryRun: boolean;
  readonly skipWrong: boolean;
}

/** What is imported. */
export interface SheetImport {
  readonly title: string;
  /** How its template is filled in. */
  readonly hint: string;
  readonly maxRows: number;
  /** Whether the right rows may come in without the wrong ones. */
  readonly takesSome: boolean;
  readonly template: () => Promise<AnsweredFile>;
  readonly example?: () => Promise<AnsweredFile>;
  readonly send: (file: File, how: How) => Promise<SheetResult>;
  readonly correct: (file: File) => Promise<AnsweredFile>;
  /** Calls whose answers it makes old; a list outside the component. */
  readonly asks: readonly CallName[];
}

/** Points of a slave, devices of a project with their points, or what another domain imports. */
export type SheetTarget =
  | { readonly kind: 'points'; readonly slaveId: number; readonly slaveName: string }
  | { readonly kind: 'devices'; readonly projectId: number }
  | { readonly kind: 'other'; readonly sheet: SheetImport };

const maxSize = `${pointImportMaxBytes / 1024 / 1024} MB`;

function useSheet(target: SheetTarget): SheetImport {
  const t = useText(sheetText);
  if (target.kind === 'other') return target.sheet;
  const usual = { maxRows: pointImportMaxRows, takesSome: true, asks: callsAboutPoints };
  if (target.kind === 'devices') {
    const query = { projectId: target.projectId };
    return {
      ...usual,
      title: t.devicesTitle,
      hint: t.devicesHint,
      template: () => callApi('getModelTreeTemplate', { query }),
      send: (file, how) => callApi('importModelTree', { query: { ...query, ...how }, files: [file] }),
      correct: (file) => callApi('correctImportModelTree', { query, files: [file] }),
    };
  }
  const { slaveId, slaveName } = target;
  return {
    ...usual,
    title: t.pointsTitle(slaveName),
    hint: t.pointsHint,
    template: () => callApi('getPointTemplate', { query: {} }),
    example: () => callApi('getPointTemplate', { query: { isExample: true } }),
    send: (file, how) => callApi('importPoint', { query: { slaveId, ...how }, files: [file] }),
    correct: (file) => callApi('correctImportPoint', { query: { slaveId }, files: [file] }),
  };
}

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
  const sheet = useSheet(target);
  const changed = useAskAgain(sheet.asks);
  const toPolicies = useNextPolicy();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ step: 'choose', error: null });

  const wordsOf = (error: unknown): string => (error instanceof CallError ? error.message : p.saveFailed);
  const download = async (what: () => Promise<AnsweredFile>) => {
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
      setState({
        step: 'checked',
        file,
        result: await sheet.send(file, { isDryRun: true, skipWrong: false }),
        error: null,
      });
    } catch (error) {
      setState({ step: 'choose', error: wordsOf(error) });
    }
  };
  const bringIn = async (file: File, checked: SheetResult) => {
    setState({ step: 'busy', error: null });
    try {
      const result = await sheet.send(file, { isDryRun: false, skipWrong: sheet.takesSome && checked.WrongCount > 0 });
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
    if (shown.step === 'done') {
      const next = target.kind === 'devices' ? toPolicies : null;
      return (
        <>
          <Button type={next ? 'default' : 'primary'} onClick={onClose}>
            {p.close}
          </Button>
          {next ? (
            <Button
              type="primary"
              onClick={() => {
                onClose();
                next('all');
              }}
            >
              {t.toPolicies}
            </Button>
          ) : null}
        </>
      );
    }
    const { file, result } = shown;
    return (
      <div className="point-footer">
        <Button onClick={() => setState({ step: 'choose', error: null })}>{t.otherFile}</Button>
        <span className="point-footer-push" />
        <Button onClick={onClose}>{t.cancel}</Button>
        {right > 0 && (sheet.takesSome || result.WrongCount === 0) ? (
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
      title={sheet.title}
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
            <p className="point-hint">{sheet.hint}</p>
            <Button icon={<FileExcelOutlined />} onClick={() => void download(sheet.template)}>
              {t.template}
            </Button>{' '}
            {sheet.example ? (
              <Button type="link" onClick={() => void download(sheet.example!)}>
                {t.example}
              </Button>
            ) : null}
          </li>
          <li>
            <b>{t.step2}</b>
            <p className="point-hint">{t.step2Hint(sheet.maxRows, maxSize)}</p>
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
                  onClick={() => void download(() => sheet.correct(shown.file))}
                  disabled={shown.step === 'done'}
                >
                  {sheet.takesSome ? t.corrections : t.marked}
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
