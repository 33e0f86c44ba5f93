import { ProtocolError } from '../../ProtocolError.ts';
import type { Topics } from '../defineTopics.ts';
import type { MqttMessage, MqttReading } from '../MqttMessage.ts';
import { nameOf, parseJson, readingOf } from '../payload.ts';
import type { OutgoingMessage } from '../thingsboard.ts';
import { type CommandNames, fillTemplate } from './commandTemplate.ts';
import type { MappingProfile, MappingReply } from './MappingProfile.ts';
import { mappingProblems } from './mappingProblems.ts';
import { type PointerPattern, parsePointer, places, siblingName, valueAt } from './pointerPattern.ts';
import { timeOfText } from './timeOfText.ts';
import { fillTopic, filterOf, matchTopic, type TopicNames } from './topicPattern.ts';

/** A message of a megabyte could name hundreds of thousands of places; no gateway has so many tags. */
const maxReadings = 20_000;

/** A mapping profile at work. */
export interface MappingTopics extends Topics {
  /**
   * The message that writes a value.
   *
   * @throws ProtocolError `notWritable` when the profile has no command, or its topic needs a name that this point has not
   */
  command(names: CommandNames): OutgoingMessage & { payload: string };
  /** False: nothing will ever answer a command. */
  readonly answersCommands: boolean;
  /** Whether the answer to a command names it; else it answers the one that waits. */
  readonly answersById: boolean;
}

const isText = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** To be shown: a device's own words stay as it writes them. */
const asSent = (value: unknown): string | null => (isText(value) ? String(value).trim() : null);
/** To be compared. */
const words = (value: unknown): string | null => asSent(value)?.toLowerCase() ?? null;

const setOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.map((text) => text.trim().toLowerCase()));

/** A device or key is a name, but many gateways number theirs. */
const asName = (value: unknown): string | null => nameOf(typeof value === 'number' ? String(value) : value);

interface CompiledValues {
  pattern: PointerPattern;
  /** Of readings that nothing else names. */
  ownKey: string;
  /** Members that are where `{key}` finds readings, and are none. */
  reserved: ReadonlySet<string>;
}

/**
 * Reads and writes by a profile.
 *
 * Example: `topic: 'usr/{device}/up'`, `values: ['/{key}']` reads `{"temperature":281}` on `usr/case1/up` as key
 * `temperature` of the device `case1`.
 *
 * @throws ProtocolError `wrongShape` when the profile has problems (`mappingProblems` says which)
 */
export function mappingTopics(profile: MappingProfile): MappingTopics {
  const [fault] = mappingProblems(profile);
  if (fault) throw new ProtocolError('wrongShape', `${fault.field} ${fault.problem}`);
  const pointer = (text: string | null): PointerPattern | null => (text === null ? null : parsePointer(text));
  const device = pointer(profile.device);
  const key = pointer(profile.key);
  const time = pointer(profile.time);
  const unit = pointer(profile.unit);
  const quality = pointer(profile.quality?.pointer ?? null);
  const good = setOf(profile.quality?.good ?? []);
  const failures = setOf(profile.failures);
  const ignore = new Set(profile.ignore);
  const reply = profile.command?.reply ?? null;
  const replyId = pointer(reply?.id ?? null);
  const replyResult = pointer(reply?.result ?? null);
  const accepted = setOf(reply?.accepted ?? []);
  const others = [device, key, time, unit, quality, replyId].filter((one) => one !== null);
  const values = profile.values.map((text): CompiledValues => {
    const pattern = parsePointer(text)!;
    return {
      pattern,
      ownKey: text.replace(/^\//, ''),
      reserved: new Set(others.flatMap((other) => siblingName(pattern, other) ?? [])),
    };
  });

  const readReply = (message: unknown, names: TopicNames, { id }: MappingReply): MqttMessage | null => {
    const requestId = replyId ? words(valueAt(replyId, message, { ...names, any: [] })) : '';
    if (requestId === null) return null;
    const found = replyResult ? valueAt(replyResult, message, { ...names, any: [] }) : undefined;
    const said = words(found);
    return {
      type: 'commandAnswer',
      device: names.device,
      requestId: id === null ? '' : requestId,
      accepted: replyResult === null ? true : said === null ? null : accepted.has(said),
      result: found ?? null,
    };
  };

  const readAll = (message: unknown, names: TopicNames): MqttMessage => {
    const readings: MqttReading[] = [];
    let refusedEntries = 0;
    for (const { pattern, ownKey, reserved } of values) {
      for (const { value, bindings } of places(pattern, message)) {
        if (bindings.key !== null && (reserved.has(bindings.key) || ignore.has(bindings.key))) continue;
        if (readings.length + refusedEntries >= maxReadings)
          throw new ProtocolError('payloadTooLarge', `${maxReadings}`);
        const hasName = key ? asName(valueAt(key, message, bindings)) : nameOf(bindings.key ?? names.key ?? ownKey);
        // A pointer that finds no device means a message of a device nobody can tell; it must not become the gateway's own.
        const of = device
          ? asName(valueAt(device, message, bindings))
          : nameOf(bindings.device ?? names.device ?? undefined);
        if (hasName === null || (device !== null && of === null)) {
          refusedEntries++;
          continue;
        }
        if (ignore.has(hasName)) continue;
        const at = time ? valueAt(time, message, bindings) : undefined;
        // What is there and is no time makes the reading bad: taken for "now", an old value would stand among the live ones.
        const measuredAt = at === undefined ? undefined : (timeOfText(at, profile.utcOffsetMinutes) ?? 'unreadable');
        const state = quality ? asSent(valueAt(quality, message, bindings)) : null;
        const said = asSent(value);
        const sentUnit = unit ? valueAt(unit, message, bindings) : undefined;
        const reading = readingOf(of, hasName, measuredAt, value);
        const failed =
          state !== null && !good.has(state.toLowerCase())
            ? state
            : said !== null && failures.has(said.toLowerCase())
              ? said
              : null;
        readings.push({
          ...(failed === null
            ? reading
            : {
                device: of,
                key: hasName,
                measuredAt: reading.measuredAt,
                value: null,
                text: failed.slice(0, 255),
                quality: 'bad',
                reason: 'reportedByGateway',
              }),
          ...(isText(sentUnit) ? { unit: String(sentUnit).slice(0, 20) } : {}),
        });
      }
    }
    return { type: 'readings', readings, refusedEntries };
  };

  return {
    filters: [profile.topic, ...(reply ? [reply.topic] : [])].map(filterOf),
    matches: (topic) =>
      matchTopic(profile.topic, topic) !== null || (!!reply && matchTopic(reply.topic, topic) !== null),
    parse: (topic, payload) => {
      const asReadings = matchTopic(profile.topic, topic);
      const asReply = reply && matchTopic(reply.topic, topic);
      if (!asReadings && !asReply) throw new ProtocolError('unknownTopic', topic.slice(0, 255));
      const message = parseJson(payload);
      const answer = asReply ? readReply(message, asReply, reply!) : null;
      if (answer) return answer;
      if (!asReadings) throw new ProtocolError('wrongShape', 'reply without id');
      return readAll(message, asReadings);
    },
    answersCommands: reply !== null,
    answersById: replyId !== null,
    command: (names) => {
      const topic = profile.command && fillTopic(profile.command.topic, names);
      if (!profile.command || topic === null || topic === undefined) throw new ProtocolError('notWritable');
      return { topic, payload: fillTemplate(profile.command.payload, names) };
    },
  };
}
