import { CheckCircleFilled, FileExcelOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type AnsweredFile, type ImportResult, memberImportMaxBytes, memberImportMaxRows } from '@watchpost/contract';
import { Button, Checkbox, Modal, Spin, Table } from 'antd';
import { useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useMedia } from '../lib/useMedia.ts';
import { Refused, useNotify } from '../ui/index.ts';
import './ImportDialog.css';
import { saveFile } from '../downloads/index.ts';
import { importText } from './importText.ts';
import { refreshMembers } from './refreshMembers.ts';
import type { DialogProps } from './useOpened.ts';

const maxSize = `${memberImportMaxBytes / 1024 / 1024} MB`;

type State =
  | { readonly step: 'choose'; readonly error: unknown }
  | { readonly step: 'busy'; readonly words: string }
  | { readonly step: 'checked'; readonly file: File; readonly result: ImportResult; readonly error: unknown }
  | { readonly step: 'done'; readonly result: ImportResult; readonly corrections: AnsweredFile | null };

/**
 * Members from a spreadsheet: pick a file, see row by row what is wrong with it before anything is imported, correct it with
 * the file that holds only those rows, import.
 *
 * @param projectId null: into the company
 */
export function ImportDialog({ projectId, open, onClose, onClosed }: DialogProps & { projectId: number | null }) {
  const t = useText(importText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { projects } = useSession();
  const [state, setState] = useState<State>({ step: 'choose', error: null });
  const [onlyMembers, setOnlyMembers] = useState(false);
  const project = projects.find(({ ProjectId }) => ProjectId === projectId)?.ProjectName ?? '';

  const send = (file: File, how: { isDryRun: boolean; skipWrong: boolean }) =>
    projectId === null
      ? callApi('importCompanyUser', { query: how, files: [file] })
      : callApi('importProjectUser', {
          query: { ...how, projectSubareaId: projectId, isSystemImport: onlyMembers },
          files: [file],
        });
  const place = projectId === null ? {} : { projectSubareaId: projectId };
  const correct = (file: File) =>
    callApi('correctImportUser', {
      query: projectId === null ? {} : { ...place, isSystemImport: onlyMembers },
      files: [file],
    });
  const check = async (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) return setState({ step: 'choose', error: t.notExcel });
    if (file.size > memberImportMaxBytes) return setState({ step: 'choose', error: t.tooLarge(maxSize) });
    setState({ step: 'busy', words: t.checking(file.name) });
    try {
      const result = await send(file, { isDryRun: true, skipWrong: false });
      setState({ step: 'checked', file, result, error: null });
    } catch (error) {
      setState({ step: 'choose', error });
    }
  };
  const bringIn = async (file: File, result: ImportResult) => {
    setState({ step: 'busy', words: t.importing });
    try {
      // Before the right rows come in: afterwards they would count as wrong, because these people are there already.
      const corrections = result.WrongCount > 0 ? await correct(file) : null;
      const imported = await send(file, { isDryRun: false, skipWrong: result.WrongCount > 0 });
      setState(
        imported.ImportedCount > 0
          ? { step: 'done', result: imported, corrections }
          : { step: 'checked', file, result: imported, error: null },
      );
    } catch (error) {
      setState({ step: 'checked', file, result, error });
    }
    await refreshMembers(queryClient);
  };
  const download = async (what: () => Promise<Parameters<typeof saveFile>[0]>) => {
    try {
      saveFile(await what());
    } catch (error) {
      notify.failure(error);
    }
  };
  const again = () => setState({ step: 'choose', error: null });

  const body = () => {
    if (state.step === 'busy') {
      return (
        <div className="import-busy" role="status">
          <Spin /> {state.words}
        </div>
      );
    }
    if (state.step === 'choose') {
      return (
        <>
          <ImportError error={state.error} />
          <ol className="import-steps">
            <li>
              <b>{t.step1}</b>
              <p className="access-hint">{t.step1Hint}</p>
              <Button
                icon={<FileExcelOutlined />}
                onClick={() => void download(() => callApi('getImportUserTemplate', { query: place }))}
              >
                {t.template}
              </Button>
            </li>
            <li>
              <b>{t.step2}</b>
              <p className="access-hint">{t.step2Hint(String(memberImportMaxRows), maxSize)}</p>
              {projectId === null ? null : (
                <Checkbox checked={onlyMembers} onChange={({ target }) => setOnlyMembers(target.checked)}>
                  {t.onlyMembers}
                </Checkbox>
              )}
              <FileField onFile={(file) => void check(file)} />
            </li>
          </ol>
        </>
      );
    }
    if (state.step === 'done') {
      const { corrections } = state;
      return (
        <Outcome result={state.result} done error={null} onCorrections={() => corrections && saveFile(corrections)} />
      );
    }
    return (
      <Outcome
        result={state.result}
        done={false}
        error={state.error}
        onCorrections={() => void download(() => correct(state.file))}
      />
    );
  };

  const footer = () => {
    if (state.step === 'busy') return null;
    if (state.step === 'choose') return <Button onClick={onClose}>{t.cancel}</Button>;
    if (state.step === 'done') {
      return (
        <Button type="primary" onClick={onClose}>
          {t.finish}
        </Button>
      );
    }
    const { file, result } = state;
    const right = result.TotalCount - result.WrongCount;
    return (
      <div className="access-footer">
        <Button onClick={again}>{t.otherFile}</Button>
        <span className="access-footer-push" />
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          type={result.WrongCount === 0 ? 'primary' : 'default'}
          disabled={right === 0}
          onClick={() => void bringIn(file, result)}
        >
          {result.WrongCount === 0 ? t.importAll(right) : t.importRight(right)}
        </Button>
      </div>
    );
  };

  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={720}
      title={projectId === null ? t.title : t.titleOfProject(project)}
      // An import on its way cannot be called back: a stray click must not hide how it ended.
      mask={{ closable: state.step !== 'busy' }}
      closable={state.step !== 'busy'}
      keyboard={state.step !== 'busy'}
      footer={footer()}
    >
      {body()}
    </Modal>
  );
}

/** What this browser said about the file, or the server about it as a whole. */
function ImportError({ error }: { error: unknown }) {
  if (typeof error !== 'string') return <Refused error={error} />;
  return (
    <p className="access-refused" role="alert">
      {error}
    </p>
  );
}

/** A button that opens the file dialog, on a field onto which a file can be dropped. */
function FileField({ onFile }: { onFile: (file: File) => void }) {
  const t = useText(importText);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={over ? 'import-file import-file-over' : 'import-file'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file, corrected meanwhile, must count as a new choice.
          target.value = '';
        }}
      />
      <Button type="primary" onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      <span className="access-hint">{t.orDrop}</span>
    </div>
  );
}

function Outcome({
  result,
  done,
  error,
  onCorrections,
}: {
  result: ImportResult;
  done: boolean;
  error: unknown;
  onCorrections: () => void;
}) {
  const t = useText(importText);
  const language = useLanguage();
  const wide = useMedia('(min-width: 768px)');
  const colon = language === 'zh' ? '：' : ': ';
  return (
    <>
      <Refused error={error} />
      <p className={done || result.WrongCount === 0 ? 'import-verdict import-good' : 'import-verdict'} role="status">
        {done || result.WrongCount === 0 ? <CheckCircleFilled aria-hidden="true" /> : null}
        {done
          ? `${t.done(result.ImportedCount)}${t.stop}`
          : result.WrongCount === 0
            ? t.allGood(result.TotalCount)
            : t.someWrong(result.WrongCount, result.TotalCount)}
        {done ? (result.WrongCount > 0 ? ` ${t.left(result.WrongCount)}` : '') : ` ${t.nothingYet}`}
      </p>
      {result.Rows.length > 0 ? (
        <>
          <Table
            className="import-rows"
            size="small"
            rowKey="Row"
            dataSource={[...result.Rows]}
            pagination={result.Rows.length > 100 ? { pageSize: 100, showSizeChanger: false, size: 'small' } : false}
            scroll={{ y: 280 }}
            columns={[
              { title: t.row, dataIndex: 'Row', width: 56, align: 'right', className: 'tabular' },
              {
                title: t.who,
                key: 'who',
                width: 120,
                ellipsis: true,
                render: (_, { RealName, UserName }) => RealName || (wide ? null : UserName),
              },
              // A phone has no room for a column of its own.
              ...(wide ? [{ title: t.account, dataIndex: 'UserName', width: 130, ellipsis: true }] : []),
              {
                title: t.problem,
                key: 'problem',
                render: (_, { Errors }) => (
                  <ul className="import-problems">
                    {Errors.map(({ Column, Message }) => (
                      <li key={`${Column} ${Message}`}>
                        {Column ? (
                          <b>
                            {Column}
                            {colon}
                          </b>
                        ) : null}
                        {Message}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
          <div className="import-corrections">
            <Button icon={<FileExcelOutlined />} onClick={onCorrections}>
              {t.corrections}
            </Button>
            <span className="access-hint">{t.correctionsHint}</span>
          </div>
        </>
      ) : null}
    </>
  );
}
