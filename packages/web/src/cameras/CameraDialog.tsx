import { CameraChange, type CameraKind, type CameraRow, cameraKinds, NewCamera } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import './cameras.css';
import { cameraText, fieldText, kindText } from './text.ts';
import { useCamerasChanged } from './useCamerasChanged.ts';

/** Devices of a project to choose from. */
export function useDeviceOptions(projectId: number | null): { value: number; label: string }[] {
  const found = useCall(
    'getModelTreeAndPointTypeDropdown',
    projectId === null ? null : { body: { ProjectId: projectId } },
    { staleTime: 60_000 },
  ).data;
  return useMemo(
    () => (found?.ModelTreeDropdown ?? []).map(({ Key, Value }) => ({ value: Key, label: Value })),
    [found],
  );
}

/** After a camera was bound or got another address: the server has a look at once, so that the list says how it stands. */
function useFirstLook(): (key: number) => Promise<void> {
  const { mutateAsync: check } = useCallMutation('checkCamera');
  const changed = useCamerasChanged();
  return async (key) => {
    await changed();
    await check({ body: { Key: key } }).catch(() => undefined);
    await changed();
  };
}

/** Binds a camera. @param projectId null: the project is chosen in the dialog */
export function BindCameraDialog({
  projectId,
  deviceId = null,
  onClose,
}: {
  projectId: number | null;
  deviceId?: number | null;
  onClose: () => void;
}) {
  const t = useText(cameraText);
  const f = useText(fieldText);
  const { projects } = useSession();
  const notify = useNotify();
  const look = useFirstLook();
  const binding = useCallMutation('bindCamera');
  const form = useSchemaForm(NewCamera, {
    initial: {
      ProjectId: projectId ?? undefined,
      Mtid: deviceId,
      CameraName: '',
      DeviceNumber: '',
      Kind: 'hls',
      VideoAddress: '',
      Note: '',
    },
    save: async (body) => {
      const { Key: key } = await binding.mutateAsync({ body });
      notify.success(t.bound);
      onClose();
      void look(key);
    },
  });
  const kind: CameraKind = Form.useWatch('Kind', form.antd) ?? 'hls';
  const place: number | null = Form.useWatch('ProjectId', form.antd) ?? projectId;
  const devices = useDeviceOptions(place);
  return (
    <FormDialog form={form} title={t.bind} width={600} onClose={onClose}>
      {projectId === null ? (
        <form.Field name="ProjectId" label={f.project}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
          />
        </form.Field>
      ) : null}
      <div className="camera-form">
        <form.Field name="CameraName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceNumber" label={f.number} extra={f.numberHint}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Kind" label={f.kind}>
          <KindSelect />
        </form.Field>
        <form.Field name="Mtid" label={f.device} extra={f.deviceHint}>
          <Select allowClear options={devices} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <div className="camera-form-wide">
          <form.Field name="VideoAddress" label={f.address} extra={f[`${kind}Hint`]}>
            <Input maxLength={1000} autoComplete="off" spellCheck={false} />
          </form.Field>
          <form.Field name="Note" label={f.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

export function EditCameraDialog({ camera, onClose }: { camera: CameraRow; onClose: () => void }) {
  const t = useText(cameraText);
  const f = useText(fieldText);
  const notify = useNotify();
  const changed = useCamerasChanged();
  const look = useFirstLook();
  const changing = useCallMutation('updateCamera');
  const devices = useDeviceOptions(camera.ProjectId);
  const form = useSchemaForm(CameraChange, {
    initial: {
      Key: camera.Key,
      Mtid: camera.Mtid,
      CameraName: camera.CameraName,
      DeviceNumber: camera.DeviceNumber,
      Kind: camera.Kind,
      VideoAddress: undefined,
      Note: camera.Note,
    },
    edits: ['Key'],
    together: [['Kind', 'VideoAddress']],
    save: async (body) => {
      await changing.mutateAsync({ body });
      notify.success(t.saved);
      onClose();
      await (body.VideoAddress === undefined ? changed() : look(camera.Key));
    },
  });
  const kind: CameraKind = Form.useWatch('Kind', form.antd) ?? camera.Kind;
  return (
    <FormDialog form={form} title={t.editCamera} width={600} onClose={onClose}>
      <div className="camera-form">
        <form.Field name="CameraName" label={f.name}>
          <Input maxLength={25} />
        </form.Field>
        <form.Field name="DeviceNumber" label={f.number} extra={f.numberHint}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Kind" label={f.kind}>
          <KindSelect />
        </form.Field>
        <form.Field name="Mtid" label={f.device} extra={f.deviceHint}>
          <Select allowClear options={devices} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <div className="camera-form-wide">
          <form.Field
            name="VideoAddress"
            label={f.address}
            extra={kind === camera.Kind ? f.keptHint : f[`${kind}Hint`]}
          >
            <Input maxLength={1000} autoComplete="off" spellCheck={false} placeholder={camera.SourceAddress} />
          </form.Field>
          <form.Field name="Note" label={f.note}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
      </div>
    </FormDialog>
  );
}

function KindSelect(props: object) {
  const inWords = useBilingual();
  return <Select {...props} options={cameraKinds.map((value) => ({ value, label: inWords(kindText[value]) }))} />;
}
