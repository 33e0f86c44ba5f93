import {
  type AllCalls,
  type cameraCalls,
  cameraErrors,
  cameraWatchers,
  type Language,
  type ParsedInput,
} from '@watchpost/contract';
import { type Caller, mayInProject, needInProject } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import type { CameraDeps } from './CameraDeps.ts';
import { cameraEditor, takesPictures } from './cameraEditor.wire.ts';
import { checkCamera } from './checkCameras.ts';
import { type Presenting, presentCamera, presentStanding, presentWatched } from './present.ts';
import { type CameraFilter, type CameraOrder, findSource, pageCameras } from './store.ts';
import { streamUrl } from './watch/tickets.ts';

/** Somebody has just asked: many people looking at one camera do not make many requests. */
const freshMs = 10_000;

type ListBody = Partial<ParsedInput<AllCalls['getCameraPage']>['body']> & Pick<CameraQuestion, 'SortType' | 'IsAsc'>;
type CameraQuestion = ParsedInput<AllCalls['getCameraPage']>['body'];

/** What a list's call asks, in our words. */
export const cameraQuestion = (body: ListBody): { filter: CameraFilter; order: CameraOrder } => ({
  filter: {
    projectIds: body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId],
    subsystemId: body.BigTypeId,
    deviceId: body.Mtid,
    text: body.Text,
    kinds: body.KindList,
    states: body.StateList,
  },
  order: { by: body.SortType, ascending: body.IsAsc },
});

export function cameraHandlers(deps: CameraDeps): Handlers<typeof cameraCalls> {
  const { db, clock } = deps;
  const editor = cameraEditor(deps);

  const presenting = ({ userId, sessionId, tenant, grants }: Caller, language: Language): Presenting => ({
    language,
    fileUrl: deps.fileUrls.fileUrl,
    videoUrl: ({ id, kind }) =>
      streamUrl(deps.cameraTickets.make({ cameraId: id, companyId: tenant.companyId, userId, sessionId }), kind),
    maySnapshot: (projectId) => grants !== null && mayInProject(grants, projectId, takesPictures),
    mayEdit: (projectId) => grants !== null && mayInProject(grants, projectId, ['terminalsEdit']),
  });

  return {
    async getVideoMonitorPage({ caller, language }, { body }) {
      const { filter, order } = cameraQuestion({ ...body, Text: body.PointName });
      const { rows, total } = await pageCameras(caller.tenant, db, filter, order, rowRange(body));
      const how = presenting(caller, language);
      return { Data: rows.map((row) => presentWatched(row, how)), TotalCount: total };
    },

    async getCameraPage({ caller, language }, { body }) {
      const { filter, order } = cameraQuestion(body);
      const { rows, total } = await pageCameras(caller.tenant, db, filter, order, rowRange(body));
      const how = presenting(caller, language);
      return { Data: rows.map((row) => presentCamera(row, how)), TotalCount: total };
    },

    bindCamera: (context, { body }) => editor.bind(context, body),
    updateCamera: (context, { body }) => editor.update(context, body),
    unbindCamera: (context, { body }) => editor.unbind(context, body),
    setCameraCover: (context, { body }) => editor.setCover(context, body),

    async checkCamera({ caller, language }, { body }) {
      const camera = await findSource(caller.tenant, db, body.Key);
      if (!camera) throw new Refusal(cameraErrors.unknownCamera);
      needInProject(caller, camera.project_id, cameraWatchers);
      const isFresh = camera.checked_at !== null && clock.now() - camera.checked_at.getTime() < freshMs;
      const standing = isFresh ? camera : await checkCamera(deps, camera);
      if (!standing) throw new Refusal(cameraErrors.unknownCamera);
      return presentStanding(standing, language);
    },
  };
}
