import type { AllCalls, CallInput, CameraRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useProject, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import type { Filters } from '../ui/list/filters.ts';
import {
  type FilterOptions,
  type List,
  ListPage,
  pagingOf,
  type RowAction,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { BindCameraDialog, EditCameraDialog, useDeviceOptions } from './CameraDialog.tsx';
import { cameraQuestion, companyCameraList, projectCameraList } from './cameraList.ts';
import { cameraText, stateText } from './text.ts';
import { useCameraColumns } from './useCameraColumns.tsx';
import { callsAboutCameras, useCamerasChanged } from './useCamerasChanged.ts';
import { WatchDialog } from './WatchDialog.tsx';

type ListBody = CallInput<AllCalls['getCameraPage']>['body'];
/** How often the states are read again. */
const pollMs = 60_000;

function useSubsystemOptions(projectId: number | undefined) {
  const { company } = useSession();
  const types = useCall(
    'getBigSmallType',
    { query: { companyId: company.CompanyId, projectId } },
    { scope: projectId === undefined ? 'company' : 'project', staleTime: 60_000 },
  ).data;
  return useMemo(
    () => types?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? [],
    [types],
  );
}

/** The cameras of the project. */
export function ProjectCameraList() {
  const { company } = useSession();
  const { ProjectId: projectId } = useProject();
  const list = useList(projectCameraList);
  const device = list.query.filters.device;
  const body = cameraQuestion(list.query, { CompanyId: company.CompanyId, ProjectId: projectId, Mtid: device });
  const subsystem = useSubsystemOptions(projectId);
  const devices = useDeviceOptions(projectId);
  const options = useMemo(() => ({ subsystem, device: devices.length > 0 ? devices : null }), [subsystem, devices]);
  return <Cameras list={list} body={body} options={options} projectId={projectId} />;
}

/** Over every project that is open to the reader. */
export function CompanyCameraList() {
  const { company, projects } = useSession();
  const list = useList(companyCameraList);
  const chosen = list.query.filters.projects;
  const body = cameraQuestion(list.query, {
    CompanyId: company.CompanyId,
    ProjectIdList: chosen ? [...chosen] : undefined,
  });
  const subsystem = useSubsystemOptions(undefined);
  const options = useMemo(
    () => ({
      subsystem,
      projects: projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName })),
    }),
    [subsystem, projects],
  );
  return <Cameras list={list} body={body} options={options} projectId={null} />;
}

function Cameras<F extends Filters, Sort extends NonNullable<ListBody['SortType']>>({
  list,
  body,
  options,
  projectId,
}: {
  list: List<F, Sort>;
  body: ListBody;
  options: FilterOptions<F>;
  /** Null: those of the company. */
  projectId: number | null;
}) {
  const t = useText(cameraText);
  const states = useText(stateText);
  const mayEdit = useMay('terminalsEdit');
  const notify = useNotify();
  const changed = useCamerasChanged();
  const exportList = useListExport();
  const checking = useCallMutation('checkCamera');
  const dialog = useDialog();
  const page = useCall(
    'getCameraPage',
    { body: { ...body, ...pagingOf(list.query) } },
    { scope: projectId === null ? 'company' : 'project', ...whileWaiting, refetchInterval: pollMs },
  );
  const columns = useCameraColumns(projectId === null);
  const check = async (camera: CameraRow) => {
    try {
      const { State: state, Reason: reason } = await checking.mutateAsync({ body: { Key: camera.Key } });
      notify.info(t.checked(camera.CameraName, reason ?? states[state]));
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const watch = (camera: CameraRow) => dialog.open(<WatchDialog camera={camera} onClose={dialog.close} />);
  const edit = (camera: CameraRow) => dialog.open(<EditCameraDialog camera={camera} onClose={dialog.close} />);
  const unbind = (cameras: readonly CameraRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.unbindTitle(cameras.length)}
        ok={t.unbind}
        names={cameras.map(({ CameraName, MName }) => (MName === null ? CameraName : `${CameraName} ${MName}`))}
        call="unbindCamera"
        input={{ body: { KeyList: cameras.map(({ Key }) => Key) } }}
        said={t.unbound}
        asks={callsAboutCameras}
        onDone={clear}
        onClose={dialog.close}
      >
        <p>{t.unbindHint}</p>
      </DeleteDialog>,
    );
  const actionsOf = (camera: CameraRow): RowAction[] => [
    { key: 'watch', label: t.watch, inline: true, run: () => watch(camera) },
    { key: 'check', label: t.check, run: () => void check(camera) },
    ...(camera.MayEdit
      ? [
          { key: 'edit', label: t.edit, run: () => edit(camera) },
          { key: 'unbind', label: t.unbind, danger: true, run: () => unbind([camera]) },
        ]
      : []),
  ];
  const bind = mayEdit ? (
    <Button
      type="primary"
      onClick={() => dialog.open(<BindCameraDialog projectId={projectId} onClose={dialog.close} />)}
    >
      {t.bind}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.cameras}
        keyOf={({ Key }) => Key}
        nameOf={({ CameraName }) => CameraName}
        options={options}
        onOpen={watch}
        rowActions={actionsOf}
        onExport={() => exportList('cameras', { body })}
        actions={bind}
        empty={{ title: t.empty, hint: t.emptyHint, action: bind }}
        {...(mayEdit
          ? {
              selectable: ({ MayEdit }: CameraRow) => MayEdit,
              batch: (cameras: readonly CameraRow[], clear: () => void) => (
                <Button danger onClick={() => unbind(cameras, clear)}>
                  {t.unbind}
                </Button>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}
