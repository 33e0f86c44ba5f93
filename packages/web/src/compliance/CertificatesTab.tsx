import { FileTextOutlined } from '@ant-design/icons';
import { type CertificateRow, calls, maxDocumentBytes } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { formatBytes } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatWithUnit } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { DeleteDialog, FilesButton, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { Refused, useSave, WordTag } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { usePointOptions } from './ConformityTab.tsx';
import { callsAboutCompliance } from './callsAboutCompliance.ts';
import { pageOfRows } from './pageOfRows.ts';
import { certificateText, proofText } from './text.ts';

const certificateList = defineList({ name: 'complianceCertificates', filters: {} });

/** Calibration certificates of the project's points. */
export function CertificatesTab() {
  const t = useText(certificateText);
  const p = useText(proofText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('reportsEdit', 'compliancePublish');
  const list = useList(certificateList);
  const dialog = useDialog();
  const page = useCall(
    'getCertificates',
    { query: { projectId: ProjectId } },
    { select: pageOfRows<CertificateRow>(pagingOf(list.query)), ...whileWaiting },
  );
  const columns = useMemo(
    (): ListColumn<CertificateRow>[] => [
      {
        key: 'number',
        title: t.number,
        width: 130,
        always: true,
        onCard: 'heading',
        render: ({ Number: number }) => number,
      },
      {
        key: 'point',
        title: p.point,
        width: 200,
        render: ({ DeviceName, PointName }) => (
          <>
            {DeviceName} <span className="compliance-muted">{PointName}</span>
          </>
        ),
      },
      {
        key: 'laboratory',
        title: t.laboratory,
        ellipsis: true,
        render: ({ Laboratory }) => <span title={Laboratory}>{Laboratory}</span>,
      },
      { key: 'doneOn', title: t.doneOn, width: 108, render: ({ DoneOn }) => <span className="tabular">{DoneOn}</span> },
      {
        key: 'validUntil',
        title: t.validUntil,
        width: 108,
        render: ({ ValidUntil }) => <span className="tabular">{ValidUntil}</span>,
      },
      {
        key: 'error',
        title: t.maxError,
        width: 110,
        align: 'right',
        render: ({ MaxError, Unit }) => formatWithUnit(MaxError, Unit, 2),
      },
      {
        key: 'state',
        title: t.state,
        width: 88,
        render: ({ IsValid }) => <WordTag good={IsValid} words={IsValid ? t.valid : t.expired} />,
      },
      {
        key: 'file',
        title: t.file,
        width: 150,
        render: ({ File: file }) =>
          file === null ? (
            dash
          ) : (
            <>
              <a href={file.Url} target="_blank" rel="noreferrer" className="compliance-file">
                <FileTextOutlined aria-hidden="true" /> {file.Name}
              </a>
              <div className="compliance-hint tabular">{formatBytes(file.Size)}</div>
            </>
          ),
      },
    ],
    [t, p],
  );
  const remove = (rows: readonly CertificateRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(rows.length)}
        names={rows.map((row) => row.Number)}
        call="deleteCertificate"
        input={{ body: { CertificateIdList: rows.map(({ CertificateId }) => CertificateId) } }}
        said={t.deleted}
        asks={callsAboutCompliance}
        onDone={clear}
        onClose={dialog.close}
      />,
    );
  const add = mayEdit ? (
    <Button type="primary" onClick={() => dialog.open(<CertificateDialog onClose={dialog.close} />)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={p.certificates}
        keyOf={({ CertificateId }) => CertificateId}
        nameOf={(row) => row.Number}
        actions={add}
        empty={{ title: t.none, action: add }}
        {...(mayEdit
          ? {
              rowActions: (row: CertificateRow) => [
                {
                  key: 'file',
                  label: row.File === null ? t.keepFile : t.replaceFile,
                  inline: row.File === null,
                  run: () => dialog.open(<FileDialog of={row} onClose={dialog.close} />),
                },
                { key: 'delete', label: t.delete, danger: true, run: () => remove([row]) },
              ],
              batch: (rows: readonly CertificateRow[], clear: () => void) => (
                <Button danger onClick={() => remove(rows, clear)}>
                  {t.delete}
                </Button>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

/** Keeps the paper of a certificate. */
function FileDialog({
  of: { CertificateId, Number: number, File: file },
  onClose,
}: {
  of: CertificateRow;
  onClose: () => void;
}) {
  const t = useText(certificateText);
  const save = useSave(callsAboutCompliance, onClose);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const keep = async ([chosen]: File[]) => {
    setSending(true);
    setRefused(null);
    try {
      await save('keepCertificateFile', { query: { certificateId: CertificateId }, files: [chosen!] }, t.fileKept);
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal open title={t.fileOf(number)} footer={null} onCancel={onClose}>
      {file === null ? null : (
        <p>
          <a href={file.Url} target="_blank" rel="noreferrer">
            {file.Name}
          </a>
        </p>
      )}
      <p className="compliance-muted">{t.fileHint(maxDocumentBytes / 1_048_576)}</p>
      <FilesButton
        words={t.choose}
        accept="application/pdf,image/*"
        loading={isSending}
        onChoose={(files) => void keep(files)}
      />
      <Refused error={refused} />
    </Modal>
  );
}

function CertificateDialog({ onClose }: { onClose: () => void }) {
  const t = useText(certificateText);
  const p = useText(proofText);
  const { ProjectId } = useProject();
  const options = usePointOptions('all');
  const save = useSave(callsAboutCompliance, onClose);
  const form = useSchemaForm(calls.addCertificate.body, {
    initial: { ProjectId },
    save: (body) => save('addCertificate', { body: { ...body, ProjectId } }, t.added),
  });
  return (
    <FormDialog form={form} title={t.add} onClose={onClose}>
      <form.Field name="PointId" label={p.point}>
        <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
      </form.Field>
      <form.Field name="Number" label={t.number}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="Laboratory" label={t.laboratory}>
        <Input maxLength={100} />
      </form.Field>
      <div className="compliance-pair">
        <form.Field name="DoneOn" label={t.doneOn}>
          <DayField />
        </form.Field>
        <form.Field name="ValidUntil" label={t.validUntil}>
          <DayField />
        </form.Field>
      </div>
      <form.Field name="MaxError" label={t.maxError} extra={t.maxErrorHint}>
        <NumberField min={0} max={100} step={0.1} />
      </form.Field>
    </FormDialog>
  );
}
