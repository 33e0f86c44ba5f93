import { calls, type Diagram, type DiagramVersion } from '@watchpost/contract';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, FormDialog, SchemaField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutDiagrams } from './callsAboutDiagrams.ts';
import { diagramText } from './text.ts';

/** The fields that each form about a diagram's name has. */
function NameFields() {
  const t = useText(diagramText);
  return (
    <>
      <SchemaField name="DiagramName" label={t.name}>
        <Input maxLength={50} />
      </SchemaField>
      <SchemaField name="DiagramNameEn" label={t.nameEn}>
        <Input maxLength={50} />
      </SchemaField>
    </>
  );
}

/** An empty sheet with a name. */
export function NewDialog({
  projectId,
  onClose,
  onCreated,
}: {
  projectId: number;
  onClose: () => void;
  onCreated: (diagramId: number) => void;
}) {
  const t = useText(diagramText);
  const save = useSave(callsAboutDiagrams, onClose);
  const form = useSchemaForm(calls.addDiagram.body, {
    initial: { ProjectId: projectId, DiagramName: '', DiagramNameEn: '' },
    save: async (body) => onCreated((await save('addDiagram', { body }, t.created)).DiagramId),
  });
  return (
    <FormDialog form={form} title={t.create} onClose={onClose}>
      <NameFields />
    </FormDialog>
  );
}

export function NamesDialog({ diagram, onClose }: { diagram: Diagram; onClose: () => void }) {
  const t = useText(diagramText);
  const save = useSave(callsAboutDiagrams, onClose);
  const form = useSchemaForm(calls.editDiagram.body, {
    initial: { DiagramId: diagram.DiagramId, DiagramName: diagram.NameZh, DiagramNameEn: diagram.NameEn ?? '' },
    edits: ['DiagramId'],
    save: (body) => save('editDiagram', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.rename} onClose={onClose}>
      <NameFields />
    </FormDialog>
  );
}

export function CopyDialog({
  diagram,
  onClose,
  onCreated,
}: {
  diagram: Diagram;
  onClose: () => void;
  onCreated: (diagramId: number) => void;
}) {
  const t = useText(diagramText);
  const save = useSave(callsAboutDiagrams, onClose);
  const form = useSchemaForm(calls.copyDiagram.body, {
    initial: { DiagramId: diagram.DiagramId, DiagramName: t.copyOf(diagram.NameZh).slice(0, 50), DiagramNameEn: '' },
    save: async (body) => onCreated((await save('copyDiagram', { body }, t.copied)).DiagramId),
  });
  return (
    <FormDialog form={form} title={t.copy} onClose={onClose}>
      <NameFields />
    </FormDialog>
  );
}

export function DeleteDiagram({
  diagram,
  onClose,
  onDeleted,
}: {
  diagram: Diagram;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useText(diagramText);
  return (
    <DeleteDialog
      call="deleteDiagram"
      input={{ body: { DiagramIdList: [diagram.DiagramId] } }}
      asks={['getDiagramList']}
      title={t.deleteTitle(diagram.DiagramName)}
      said={t.deleted}
      onClose={onClose}
      onDone={onDeleted}
    >
      {t.deleteHint}
    </DeleteDialog>
  );
}

/** The versions that are kept: to look at, and to make the current one again. */
export function VersionsDialog({
  diagram,
  onClose,
  onLook,
}: {
  diagram: Diagram;
  onClose: () => void;
  /** Null: the current one. */
  onLook: (version: number | null) => void;
}) {
  const t = useText(diagramText);
  const dates = useDates();
  const notify = useNotify();
  const save = useSave(callsAboutDiagrams);
  const [acting, setActing] = useState<number | null>(null);
  const versions = useCall('getDiagramVersions', { query: { diagramId: diagram.DiagramId } });
  const newest = versions.data?.[0]?.Version ?? diagram.Version;
  const look = (version: number) => {
    onLook(version === newest ? null : version);
    onClose();
  };
  const restore = async (version: number) => {
    setActing(version);
    try {
      const body = { DiagramId: diagram.DiagramId, BaseVersion: newest, Version: version };
      await save('restoreDiagram', { body }, ({ Version }) => t.savedAs(Version));
      onLook(null);
      onClose();
    } catch (error) {
      notify.failure(error);
    }
    setActing(null);
  };
  const words = ({ Author, CreateEpoch, RestoredFrom, ElementCount, Note }: DiagramVersion) =>
    [
      dates.dateTime(CreateEpoch),
      Author ?? t.somebody,
      t.elements(ElementCount),
      RestoredFrom === null ? '' : t.restoredFrom(RestoredFrom),
      Note,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Modal open title={`${t.versions} · ${diagram.DiagramName}`} footer={null} onCancel={onClose} width={620}>
      {versions.error && !versions.data ? (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <ListSkeleton />
      ) : (
        <ul className="dg-versions">
          {versions.data.map((each) => (
            <li key={each.Version}>
              <span>
                <strong>{t.version(each.Version)}</strong>
                {each.Version === newest ? <span className="dg-faint"> {t.current}</span> : null}
                <span className="dg-faint dg-version-words">{words(each)}</span>
              </span>
              <Button
                size="small"
                type="link"
                aria-label={`${t.look} ${t.version(each.Version)}`}
                onClick={() => look(each.Version)}
              >
                {t.look}
              </Button>
              <Button
                size="small"
                disabled={each.Version === newest}
                loading={acting === each.Version}
                aria-label={`${t.restore} ${t.version(each.Version)}`}
                onClick={() => void restore(each.Version)}
              >
                {t.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
