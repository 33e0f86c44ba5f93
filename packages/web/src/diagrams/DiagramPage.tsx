import { type Diagram, type GeneratedDiagramRow, generatedKindCodes } from '@watchpost/contract';
import { Alert, Button, Dropdown, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDialog } from '../ui/form/useDialog.ts';
import { EmptyState, ErrorState, PageSkeleton } from '../ui/index.ts';
import './diagrams.css';
import { type GeneratedId, GeneratedView } from './GeneratedView.tsx';
import { diagramText } from './text.ts';
import { Viewer } from './Viewer.tsx';

// Who only looks loads none of these.
const Editor = lazy(() => import('./editor/Editor.tsx').then((m) => ({ default: m.Editor })));
const Catalogue = lazy(() => import('./Catalogue.tsx').then((m) => ({ default: m.Catalogue })));
const NewDialog = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.NewDialog })));
const NamesDialog = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.NamesDialog })));
const CopyDialog = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.CopyDialog })));
const DeleteDiagram = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.DeleteDiagram })));
const VersionsDialog = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.VersionsDialog })));
const RolesView = lazy(() => import('./RolesView.tsx').then((m) => ({ default: m.RolesView })));
const DrawDialog = lazy(() => import('./DrawDialog.tsx').then((m) => ({ default: m.DrawDialog })));

/**
 * The diagrams of a project: to look at, and for who may, to draw (`?edit`). Route /monitor/configuration. `?diagram=` says which,
 * `?version=` an older one; `?made=circuit&of=` one that follows from the devices; `?symbols` shows the catalogue of symbols and
 * states, `?roles` what points mean and what serves what.
 */
export function DiagramPage() {
  const { ProjectId } = useProject();
  return (
    <Suspense fallback={<PageSkeleton cards={1} />}>
      <Diagrams key={ProjectId} projectId={ProjectId} />
    </Suspense>
  );
}

const keyOf = ({ kind, mtid }: GeneratedId): string => `${kind} ${mtid ?? ''}`;
const idOf = ({ Kind, Mtid }: GeneratedDiagramRow): GeneratedId => ({ kind: Kind, mtid: Mtid });

/** The diagram that an address names by what it is made of; null: none. */
function madeInAddress(params: URLSearchParams): GeneratedId | null {
  const kind = generatedKindCodes.find((each) => each === params.get('made'));
  return kind ? { kind, mtid: idInAddress(params, 'of') } : null;
}

function Diagrams({ projectId }: { projectId: number }) {
  const t = useText(diagramText);
  const dialog = useDialog();
  const mayEdit = useMay('diagramEdit');
  const [params, setParams] = useSearchParams();
  const diagrams = useCall('getDiagramList', { query: { projectId } });
  const generated = useCall('getGeneratedDiagramList', { query: { projectId } });
  const wanted = idInAddress(params, 'diagram');
  const version = mayEdit ? idInAddress(params, 'version') : null;
  const deviceId = idInAddress(params, 'device');
  const firstMade = generated.data?.[0];
  const made =
    madeInAddress(params) ?? (diagrams.data?.length === 0 && wanted === null && firstMade ? idOf(firstMade) : null);
  const chosen = made
    ? undefined
    : (diagrams.data?.find(({ DiagramId }) => DiagramId === wanted) ?? diagrams.data?.[0]);
  const diagram = useCall(
    'getDiagram',
    chosen
      ? {
          query: {
            diagramId: chosen.DiagramId,
            ...(version === null ? {} : { version }),
            ...(chosen.SmallTypeCode === null || deviceId === null ? {} : { deviceId }),
          },
        }
      : null,
  );
  const go = (query: Record<string, string>) => setParams(query, { replace: true });
  const open = (id: number, more: Record<string, string> = {}) => go({ diagram: String(id), ...more });
  const openMade = ({ kind, mtid }: GeneratedId) => go({ made: kind, ...(mtid === null ? {} : { of: String(mtid) }) });
  const error = diagrams.error ?? diagram.error;

  if (params.has('symbols'))
    return <Catalogue onBack={() => go(chosen ? { diagram: String(chosen.DiagramId) } : {})} />;
  if (params.has('roles')) return <RolesView projectId={projectId} onBack={() => (made ? openMade(made) : go({}))} />;
  if (error && !diagram.data && !made)
    return <ErrorState error={error} onRetry={() => void (diagrams.error ? diagrams : diagram).refetch()} />;
  if (!diagrams.data || (generated.isLoading && diagrams.data.length === 0)) return <PageSkeleton cards={1} />;

  const create = () =>
    dialog.open(<NewDialog projectId={projectId} onClose={dialog.close} onCreated={(id) => open(id, { edit: '1' })} />);
  const draw = () =>
    dialog.open(<DrawDialog projectId={projectId} onClose={dialog.close} onCreated={(id) => open(id)} />);
  const stored = (isOfClass: boolean) =>
    diagrams.data
      .filter(({ SmallTypeCode }) => (SmallTypeCode !== null) === isOfClass)
      .map(({ DiagramId, DiagramName }) => ({ value: String(DiagramId), label: DiagramName }));
  const choice = (
    <Select
      aria-label={t.diagram}
      value={made ? keyOf(made) : String(chosen?.DiagramId)}
      onChange={(key: string) => {
        const row = generated.data?.find((each) => keyOf(idOf(each)) === key);
        if (row) openMade(idOf(row));
        else open(Number(key));
      }}
      options={[
        { label: t.drawnByPeople, options: stored(false) },
        { label: t.ofClass, options: stored(true) },
        {
          label: t.alwaysCurrent,
          options: (generated.data ?? []).map((row) => ({ value: keyOf(idOf(row)), label: row.DiagramName })),
        },
      ].filter(({ options }) => options.length > 0)}
    />
  );
  const toRoles = () =>
    go({ ...(made ? { made: made.kind, ...(made.mtid === null ? {} : { of: String(made.mtid) }) } : {}), roles: '1' });
  if (made)
    return (
      <div className="dg-page">
        <div className="dg-tools">
          {choice}
          <Button type="link" onClick={toRoles}>
            {t.rolesAndConnections}
          </Button>
          {mayEdit ? (
            <span className="dg-actions">
              <Button onClick={draw}>{t.drawForMe}</Button>
              <Button onClick={create}>{t.create}</Button>
            </span>
          ) : null}
        </div>
        <GeneratedView key={keyOf(made)} projectId={projectId} id={made} onRoles={toRoles} onKept={(id) => open(id)} />
        {dialog.shown}
      </div>
    );
  if (!chosen)
    return (
      <>
        <EmptyState
          title={t.none}
          hint={mayEdit ? t.noneHint : t.noneForViewer}
          action={
            mayEdit ? (
              <span className="dg-tools">
                <Button type="primary" onClick={draw}>
                  {t.drawForMe}
                </Button>
                <Button onClick={create}>{t.create}</Button>
              </span>
            ) : undefined
          }
        />
        {dialog.shown}
      </>
    );
  const found = diagram.data;
  if (mayEdit && params.has('edit') && version === null)
    return found ? (
      // A version that somebody else saved does not take away what is being drawn: saving tells.
      <Editor
        key={`${found.DiagramId} ${found.DeviceId}`}
        diagram={found}
        others={diagrams.data}
        onLeave={() => open(found.DiagramId)}
      />
    ) : (
      <PageSkeleton cards={1} />
    );
  const deeds = (of: Diagram) => [
    { key: 'rename', label: t.rename, onClick: () => dialog.open(<NamesDialog diagram={of} onClose={dialog.close} />) },
    {
      key: 'copy',
      label: t.copy,
      onClick: () => dialog.open(<CopyDialog diagram={of} onClose={dialog.close} onCreated={(id) => open(id)} />),
    },
    {
      key: 'versions',
      label: t.versions,
      onClick: () =>
        dialog.open(
          <VersionsDialog
            diagram={of}
            onClose={dialog.close}
            onLook={(number) => open(of.DiagramId, number === null ? {} : { version: String(number) })}
          />,
        ),
    },
    {
      key: 'delete',
      danger: true,
      label: t.delete,
      onClick: () => dialog.open(<DeleteDiagram diagram={of} onClose={dialog.close} onDeleted={() => go({})} />),
    },
  ];
  return (
    <div className="dg-page">
      <div className="dg-tools">
        {choice}
        {found && found.DeviceList.length > 0 ? (
          <Select
            aria-label={t.deviceShown}
            showSearch={{ optionFilterProp: 'label' }}
            value={found.DeviceId}
            onChange={(id) => open(chosen.DiagramId, { device: String(id) })}
            options={found.DeviceList.map(({ Mtid, MName }) => ({ value: Mtid, label: MName }))}
          />
        ) : null}
        <Button type="link" onClick={() => go({ diagram: String(chosen.DiagramId), symbols: '1' })}>
          {t.catalogue}
        </Button>
        <Button type="link" onClick={toRoles}>
          {t.rolesAndConnections}
        </Button>
        {mayEdit && found ? (
          <span className="dg-actions">
            <Button onClick={draw}>{t.drawForMe}</Button>
            <Button onClick={create}>{t.create}</Button>
            <Dropdown trigger={['click']} menu={{ items: deeds(found) }}>
              <Button>{t.more}</Button>
            </Dropdown>
            <Button
              type="primary"
              onClick={() =>
                open(found.DiagramId, { edit: '1', ...(deviceId === null ? {} : { device: String(deviceId) }) })
              }
            >
              {t.edit}
            </Button>
          </span>
        ) : null}
      </div>
      {found && !found.IsCurrent ? (
        <Alert
          type="info"
          title={t.oldVersion(found.Version)}
          action={
            <Button size="small" onClick={() => open(found.DiagramId)}>
              {t.toCurrent}
            </Button>
          }
        />
      ) : null}
      {found ? (
        <Viewer key={`${found.DiagramId} ${found.Version} ${found.DeviceId}`} diagram={found} />
      ) : (
        <PageSkeleton cards={1} />
      )}
      {dialog.shown}
    </div>
  );
}
