import { type Bilingual, type CameraKind, type CameraState, cameraFailures } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { cameraQuestion } from './handlers.ts';
import { type ListedCamera, pageCameras } from './store.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out: a company has hundreds of them. */
const all = { offset: 0, limit: 1_000_000 };

const kinds: Readonly<Record<CameraKind, Bilingual>> = {
  hls: { zh: 'HLS', en: 'HLS' },
  flv: { zh: 'FLV', en: 'FLV' },
  whep: { zh: 'WebRTC', en: 'WebRTC' },
};
const states: Readonly<Record<CameraState, Bilingual>> = {
  reachable: { zh: '可观看', en: 'Reachable' },
  unreachable: { zh: '无法连接', en: 'Unreachable' },
  unchecked: { zh: '未检测', en: 'Not checked yet' },
};

/** Cameras as their list shows them: addresses without login and parameters. */
export const cameraExporter = ({ db }: { db: Db }): Exporter<'cameras', ListedCamera> => ({
  kind: 'cameras',
  columns: [
    {
      header: { zh: '摄像头名称', en: 'Camera' },
      type: 'text',
      width: 26,
      value: ({ name, name_en }, language) => inLanguage(name, name_en, language),
    },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 24,
      value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
    },
    {
      header: { zh: '关联设备', en: 'Device' },
      type: 'text',
      width: 24,
      value: (row, language) => row.device_name && inLanguage(row.device_name, row.device_name_en, language),
    },
    {
      header: { zh: '子系统', en: 'Subsystem' },
      type: 'text',
      value: (row, language) => row.subsystem_zh && inLanguage(row.subsystem_zh, row.subsystem_en, language),
    },
    { header: { zh: '设备编号', en: 'Device number' }, type: 'text', value: ({ number }) => number || null },
    {
      header: { zh: '类型', en: 'Kind' },
      type: 'text',
      width: 10,
      value: ({ kind }, language) => kinds[kind][language],
    },
    { header: { zh: '视频地址', en: 'Video address' }, type: 'text', width: 48, value: (row) => row.shown_address },
    {
      header: { zh: '状态', en: 'State' },
      type: 'text',
      value: ({ checked_at, failure }, language) =>
        states[checked_at === null ? 'unchecked' : failure === null ? 'reachable' : 'unreachable'][language],
    },
    {
      header: { zh: '原因', en: 'Reason' },
      type: 'text',
      width: 32,
      value: ({ failure }, language) => failure && cameraFailures[failure][language],
    },
    {
      header: { zh: '中断起', en: 'Unreachable since' },
      type: 'date',
      value: (row) => row.unreachable_since?.getTime() ?? null,
    },
    { header: { zh: '检测时间', en: 'Checked' }, type: 'date', value: (row) => row.checked_at?.getTime() ?? null },
    { header: { zh: '备注', en: 'Note' }, type: 'text', width: 32, value: ({ note }) => note || null },
    { header: { zh: '更新时间', en: 'Changed' }, type: 'date', value: (row) => row.updated_at.getTime() },
  ],

  async count({ caller, input }) {
    const { filter, order } = cameraQuestion(input.body);
    return (await pageCameras(caller.tenant, db, filter, order, { offset: 0, limit: 1 })).total;
  },

  async *rows({ caller, input }) {
    const { filter, order } = cameraQuestion(input.body);
    yield* (await pageCameras(caller.tenant, db, filter, order, all)).rows;
  },
});
