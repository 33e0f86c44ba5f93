import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idFilter, idList, localMoment, page, pageOf, searchText } from '../scalars.ts';
import { optionalReason, PointToWrite, returnMinutes, WritablePoint, WriteRecord, writeValue } from './fields.ts';

/** One point at a time, and which points there are to write. */
export const writeCalls = defineCalls({
  /** A GET that writes: the specification's. It answers when the outcome is known, a few seconds at most. */
  controlDown: {
    method: 'GET',
    path: '/Device/ControlDown',
    effect: 'write',
    access: ['remoteWrite'],
    summary: {
      zh: '向点位写入一个值，并回读确认',
      en: 'Write one value to a point and read it back; what became of it stands in Outcome',
    },
    query: z.object({
      pointID: id,
      writeData: writeValue,
      reason: optionalReason,
      /** The value that was confirmed; when the point reads something else by now nothing is sent. */
      expectedValue: writeValue.optional(),
      returnMinutes,
    }),
    data: WriteRecord,
  },
  getPointWrite: {
    method: 'GET',
    path: '/Device/GetPointWrite',
    effect: 'read',
    access: ['remoteWrite'],
    summary: {
      zh: '写入前确认：当前值、限值、联锁',
      en: 'What to confirm before a write: present value, limits, interlock',
    },
    query: z.object({ pointID: id }),
    data: PointToWrite,
  },
  getWritablePointPage: {
    method: 'POST',
    path: '/Device/GetWritablePointPage',
    effect: 'read',
    access: ['remoteWrite'],
    encoding: 'json',
    summary: { zh: '可写入的点位', en: 'Points the caller may write' },
    body: z.object({
      ProjectIdList: idFilter,
      BigTypeId: id.optional(),
      MtidList: idFilter,
      PointTypeIdList: idFilter,
      /** In names of points and devices. */
      Text: searchText,
      ...page,
    }),
    data: pageOf(WritablePoint),
  },
  getWritablePointFilters: {
    method: 'POST',
    path: '/Device/GetWritablePointFilters',
    effect: 'read',
    access: ['remoteWrite'],
    encoding: 'json',
    summary: {
      zh: '可写点位的筛选项',
      en: 'Projects, subsystems, devices and point types among the points the caller may write',
    },
    body: z.object({ ProjectIdList: idFilter, BigTypeId: id.optional() }),
    data: z.object({
      Projects: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      Subsystems: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      Devices: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      /** Types of the same name and unit in several companies' projects are one. */
      PointTypes: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
    }),
  },
  /** Markers for curves. */
  getWritesOfPoints: {
    method: 'POST',
    path: '/Device/GetWritesOfPoints',
    effect: 'read',
    access: ['monitorView', 'monitorEdit', 'remoteWrite'],
    encoding: 'json',
    summary: { zh: '点位在一段时间内的写入', en: 'Writes of points between two times, the oldest first' },
    body: z.object({
      ProjectId: id,
      PointIdList: idList,
      /** In the project's time zone; both ends count. */
      StartTime: localMoment,
      EndTime: localMoment,
    }),
    data: z.array(WriteRecord),
  },
  cancelPointReturn: {
    method: 'POST',
    path: '/Device/CancelPointReturn',
    effect: 'write',
    access: ['remoteWrite'],
    encoding: 'json',
    summary: { zh: '取消自动恢复原值', en: 'Call off the automatic return to the old value' },
    body: z.object({ WriteId: id }),
    data: z.null(),
  },
});
