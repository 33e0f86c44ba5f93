import type {
  CapturedMessage,
  Language,
  MappingDefinition,
  MappingDefinitionRow,
  MappingProfileRow,
  TriedMapping,
} from '@watchpost/contract';
import type { z } from 'zod';
import { refusalWords } from '../gateways/index.ts';
import { type MappingTrial, timeRefused, type WatchedMessage } from '../ingest/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { Definition } from './definition.ts';
import type { ListedProfile, pointsByKey, RefusedMessage } from './store.ts';

/** The definition in the words of the wire. */
export const presentDefinition = (definition: Definition): MappingDefinitionRow => ({
  Topic: definition.topic,
  Values: [...definition.values],
  Device: definition.device,
  Key: definition.key,
  Time: definition.time,
  UtcOffsetMinutes: definition.utcOffsetMinutes,
  Quality: definition.quality?.pointer ?? null,
  QualityGood: [...(definition.quality?.good ?? [])],
  Unit: definition.unit,
  Failures: [...definition.failures],
  Ignore: [...definition.ignore],
  CommandTopic: definition.command?.topic ?? null,
  CommandPayload: definition.command?.payload ?? '',
  ReplyTopic: definition.command?.reply?.topic ?? null,
  ReplyId: definition.command?.reply?.id ?? null,
  ReplyResult: definition.command?.reply?.result ?? null,
  ReplyAccepted: [...(definition.command?.reply?.accepted ?? [])],
});

/** What was asked, in ours. */
export const definitionOf = (asked: z.output<typeof MappingDefinition>): Definition => ({
  topic: asked.Topic,
  values: asked.Values,
  device: asked.Device ?? null,
  key: asked.Key ?? null,
  time: asked.Time ?? null,
  utcOffsetMinutes: asked.UtcOffsetMinutes,
  quality: asked.Quality == null ? null : { pointer: asked.Quality, good: asked.QualityGood },
  unit: asked.Unit ?? null,
  failures: asked.Failures,
  ignore: asked.Ignore,
  command: asked.CommandTopic
    ? {
        topic: asked.CommandTopic,
        payload: asked.CommandPayload,
        reply: asked.ReplyTopic
          ? {
              topic: asked.ReplyTopic,
              id: asked.ReplyId ?? null,
              result: asked.ReplyResult ?? null,
              accepted: asked.ReplyAccepted,
            }
          : null,
      }
    : null,
});

/** Enough to recognise which gateways are meant. */
const maxNames = 5;

export const presentRow = (
  row: ListedProfile,
  { timeZone, mayEdit }: { timeZone: string; mayEdit: (projectIds: readonly number[]) => boolean },
): MappingProfileRow => ({
  MappingProfileId: row.id,
  MappingName: row.name,
  Note: row.note,
  Topic: row.definition.topic,
  TakesCommands: row.definition.command !== null,
  GatewayCount: row.gateways.length,
  GatewayNames: row.gateways
    .filter(({ is_open }) => is_open)
    .slice(0, maxNames)
    .map(({ name }) => name),
  UpdateTime: localOfEpoch(row.updated_at.getTime(), timeZone),
  UpdateName: row.updated_name,
  CanEdit: mayEdit(row.project_ids),
});

const shownReadings = 200;

type PointNames = Awaited<ReturnType<typeof pointsByKey>>;

export function presentTrial(
  { message, refusedBecause, command }: MappingTrial,
  points: PointNames,
  now: number,
  language: Language,
): TriedMapping {
  const nameOf = (device: string | null, key: string): string | null => {
    const point = points.find(({ mqtt_device, mqtt_key }) => (mqtt_device || null) === device && mqtt_key === key);
    return point ? inLanguage(point.name, point.name_en, language) : null;
  };
  const readings = message?.type === 'readings' ? message.readings : [];
  const refused = ({ measuredAt }: { measuredAt: number | null }) =>
    measuredAt === null ? null : timeRefused(measuredAt, now);
  const wordsOf = (reason: string | null) => reason && refusalWords(reason, language);
  return {
    Kind: message?.type ?? refusedBecause ?? 'wrongShape',
    Readings: readings.slice(0, shownReadings).map((reading) => ({
      Device: reading.device,
      Key: reading.key,
      Value: reading.value,
      Text: reading.text ?? null,
      Unit: reading.unit ?? null,
      TimeEPOCH: reading.measuredAt,
      Quality: reading.quality,
      Reason: reading.reason,
      Refused: wordsOf(refused(reading)),
      PointName: nameOf(reading.device, reading.key),
    })),
    ReadingCount: readings.length,
    UsableCount: readings.filter((reading) => reading.value !== null && refused(reading) === null).length,
    RefusedEntries: message?.type === 'readings' ? message.refusedEntries : 0,
    Answer: message?.type === 'commandAnswer' ? { RequestId: message.requestId, Accepted: message.accepted } : null,
    Command: command && { Topic: command.topic, Payload: command.payload },
  };
}

export const presentWatched = ({ at, topic, payload, byteCount }: WatchedMessage): CapturedMessage => ({
  AtEPOCH: at,
  Topic: topic,
  Payload: payload.toString('utf8'),
  IsWhole: payload.length === byteCount,
  ByteCount: byteCount,
  Refused: null,
});

export const presentRefused = ({ at, reason, subject, head, byte_count }: RefusedMessage): CapturedMessage => ({
  AtEPOCH: at.getTime(),
  Topic: subject,
  Payload: head.toString('utf8'),
  IsWhole: head.length === byte_count,
  ByteCount: byte_count,
  Refused: reason,
});
