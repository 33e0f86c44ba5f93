import {
  type AllCalls,
  cameraErrors,
  fitsKind,
  type Language,
  type ParsedInput,
  shownAddress,
} from '@watchpost/contract';
import { type Caller, needInProject } from '../access/index.ts';
import { needOwnFile } from '../files/index.ts';
import { inOneWrite, type Operation } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { refusingTaken } from '../platform/db/refusingTaken.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { fillText, Refusal } from '../platform/http/refusal.ts';
import { InvalidInput } from '../platform/http/validate.ts';
import { type OutboundGuard, portOf } from '../platform/outboundGuard.ts';
import { createSecretBox } from '../platform/secretBox.ts';
import type { CameraDeps } from './CameraDeps.ts';
import {
  type CameraValues,
  countOfProject,
  deleteCameras,
  insertCamera,
  isDeviceOf,
  type KeptCamera,
  lockCameras,
  nameIsTaken,
  setCover,
  updateCameraRow,
} from './store.ts';

type Context = CallContext<Caller>;
type Body<Name extends keyof AllCalls> = ParsedInput<AllCalls[Name]>['body'];

const setsUp = ['terminalsEdit'] as const;
/** A picture may be taken by who edits what is monitored, or sets cameras up. */
export const takesPictures = ['monitorEdit', 'terminalsEdit'] as const;
/** Sixteen are a full wall, thirty walls are a large site. */
const maxOfProject = 500;

/** Locks the named cameras. Refuses unless the caller sees all of them and holds the permission in their projects. */
async function needCameras(
  caller: Caller,
  transaction: DbOrTransaction,
  ids: readonly number[],
  required: typeof setsUp | typeof takesPictures,
): Promise<KeptCamera[]> {
  const cameras = await lockCameras(caller.tenant, transaction, ids);
  if (cameras.length < new Set(ids).size) throw new Refusal(cameraErrors.unknownCamera);
  for (const { project_id } of cameras) needInProject(caller, project_id, required);
  return cameras;
}

/** Refuses a device outside the project. In a limited project a device is required, or the camera would be hidden from the caller. */
async function needDevice(
  { tenant }: Caller,
  transaction: DbOrTransaction,
  deviceId: number | null,
  projectId: number,
): Promise<void> {
  if (deviceId !== null) {
    if (!(await isDeviceOf(tenant, transaction, { deviceId, projectId })))
      throw new Refusal(cameraErrors.unknownDevice);
  } else if (tenant.listedProjectIds.includes(projectId)) throw new Refusal(cameraErrors.onlySomeDevices);
}

/** Before any transaction begins: names are looked up elsewhere. */
async function needDialable(guard: OutboundGuard, address: string, language: Language): Promise<void> {
  try {
    const url = new URL(address);
    await guard(url.hostname.replace(/^\[|\]$/g, ''), portOf(url));
  } catch {
    throw InvalidInput.inField('VideoAddress', cameraErrors.addressRefused, language);
  }
}

const nameTaken = (name: string, language: Language): InvalidInput => {
  const words = (of: Language) => fillText(cameraErrors.nameTaken, of, { name });
  return InvalidInput.inField('CameraName', { zh: words('zh'), en: words('en') }, language);
};

const logNames = {
  name: 'name',
  number: 'cameraNumber',
  kind: 'videoKind',
  shown_address: 'videoAddress',
  device_id: 'deviceId',
  note: 'note',
} as const;

/** What a line of the log says of these columns. */
const told = (
  camera: Partial<KeptCamera>,
  columns: readonly string[] = Object.keys(logNames),
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(logNames)
      .filter(([column]) => columns.includes(column))
      .map(([column, name]) => [name, camera[column as keyof typeof logNames] ?? null]),
  );

const about = ({ id, company_id, project_id, name }: Pick<KeptCamera, 'id' | 'company_id' | 'project_id' | 'name'>) =>
  ({ companyId: company_id, projectId: project_id, subject: { kind: 'camera', id, name } }) satisfies Operation;

export function cameraEditor(deps: CameraDeps) {
  const { clock, guard } = deps;
  const box = createSecretBox(deps.secretKey);

  const addressValues = (address: string): Pick<KeptCamera, 'address' | 'shown_address'> => ({
    address: box.seal(address),
    shown_address: shownAddress(address),
  });

  return {
    async bind(context: Context, body: Body<'bindCamera'>): Promise<{ Key: number }> {
      const { caller } = context;
      const { tenant } = caller;
      const { ProjectId: projectId, CameraName: name } = body;
      needInProject(caller, projectId, setsUp);
      await needDialable(guard, body.VideoAddress, context.language);
      const values = {
        device_id: body.Mtid ?? null,
        name,
        number: body.DeviceNumber ?? '',
        kind: body.Kind,
        note: body.Note ?? '',
        ...addressValues(body.VideoAddress),
      };
      return inOneWrite(deps, context, async ({ transaction, log }) => {
        await needDevice(caller, transaction, values.device_id, projectId);
        if ((await countOfProject(tenant, transaction, projectId)) >= maxOfProject)
          throw new Refusal(cameraErrors.tooMany, { max: maxOfProject });
        const row = { ...values, project_id: projectId, created_by: caller.userId };
        const id = await insertCamera(tenant, transaction, row, new Date(clock.now()));
        if (id === null) throw nameTaken(name, context.language);
        log({ ...about({ id, name, project_id: projectId, company_id: tenant.companyId }), after: told(values) });
        return { Key: id };
      });
    },

    async update(context: Context, body: Body<'updateCamera'>): Promise<null> {
      const { caller } = context;
      const { tenant } = caller;
      if (body.VideoAddress !== undefined) await needDialable(guard, body.VideoAddress, context.language);
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const [camera] = (await needCameras(caller, transaction, [body.Key], setsUp)) as [KeptCamera];
        const kind = body.Kind ?? camera.kind;
        if (kind !== camera.kind && body.VideoAddress === undefined)
          throw InvalidInput.inField('VideoAddress', cameraErrors.kindWithAddress, context.language);
        if (body.VideoAddress !== undefined && !fitsKind(kind, body.VideoAddress))
          throw InvalidInput.inField('VideoAddress', cameraErrors.kindWithAddress, context.language);
        const wanted: CameraValues = {
          device_id: body.Mtid === undefined ? camera.device_id : body.Mtid,
          name: body.CameraName ?? camera.name,
          number: body.DeviceNumber ?? camera.number,
          kind,
          note: body.Note ?? camera.note,
          ...(body.VideoAddress === undefined || body.VideoAddress === box.open(camera.address)
            ? {}
            : addressValues(body.VideoAddress)),
        };
        const changed = Object.fromEntries(
          Object.entries(wanted).filter(([column, value]) => camera[column as keyof CameraValues] !== value),
        ) as CameraValues;
        if (Object.keys(changed).length === 0) return unchanged();
        if (changed.device_id !== undefined)
          await needDevice(caller, transaction, changed.device_id, camera.project_id);
        const name = changed.name ?? camera.name;
        if (await nameIsTaken(tenant, transaction, { projectId: camera.project_id, name, exceptId: camera.id }))
          throw nameTaken(name, context.language);
        await refusingTaken({ camera_project_id_name_key: () => nameTaken(name, context.language) }, () =>
          updateCameraRow(tenant, transaction, camera.id, changed, new Date(clock.now())),
        );
        // Login and parameters are not told, only that they are others.
        const secret = changed.address && changed.shown_address === undefined ? { password: 'changed' } : {};
        const columns = Object.keys(changed);
        log({
          ...about({ ...camera, name }),
          before: told(camera, columns),
          after: { ...told({ ...camera, ...changed }, columns), ...secret },
        });
      });
      return null;
    },

    async unbind(context: Context, body: Body<'unbindCamera'>): Promise<{ Unbound: number }> {
      const { caller } = context;
      const unbound = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const cameras = await needCameras(caller, transaction, body.KeyList, setsUp);
        await deleteCameras(
          caller.tenant,
          transaction,
          cameras.map(({ id }) => id),
        );
        for (const camera of cameras) log({ ...about(camera), before: told(camera) });
        return cameras.length;
      });
      return { Unbound: unbound };
    },

    async setCover(context: Context, body: Body<'setCameraCover'>): Promise<{ CoverUrl: string; CoverEPOCH: number }> {
      const { caller } = context;
      const at = clock.now();
      const fileId = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const [camera] = (await needCameras(caller, transaction, [body.Key], takesPictures)) as [KeptCamera];
        const id = await needOwnFile(caller.tenant, transaction, body.Url);
        await setCover(caller.tenant, transaction, camera.id, { fileId: id, at: new Date(at) });
        log({ ...about(camera), before: { cover: camera.cover_file_id }, after: { cover: id } });
        return id;
      });
      return { CoverUrl: deps.fileUrls.fileUrl(fileId), CoverEPOCH: at };
    },
  };
}
