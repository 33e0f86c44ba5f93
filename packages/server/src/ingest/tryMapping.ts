import { type MappingProfile, type MqttMessage, mappingTopics, ProtocolError } from '@watchpost/protocols';

/** What a profile makes of one message, and how the first value of it would be written. */
export interface MappingTrial {
  /** Null: `refusedBecause` says why. */
  message: Extract<MqttMessage, { type: 'readings' | 'commandAnswer' }> | null;
  refusedBecause: 'wrongTopic' | 'notJson' | 'wrongShape' | 'tooLarge' | null;
  command: { topic: string; payload: string } | null;
}

const reasons: Readonly<Record<string, MappingTrial['refusedBecause']>> = {
  unknownTopic: 'wrongTopic',
  notJson: 'notJson',
  payloadTooLarge: 'tooLarge',
};

/** Reads a message by a profile as a gateway's would be read, and keeps nothing. */
export function tryMapping(profile: MappingProfile, topic: string, payload: Buffer, now: number): MappingTrial {
  try {
    const topics = mappingTopics(profile);
    const message = topics.parse(topic, payload);
    if (message.type !== 'readings' && message.type !== 'commandAnswer')
      return { message: null, refusedBecause: 'wrongShape', command: null };
    const first = message.type === 'readings' ? message.readings[0] : undefined;
    return { message, refusedBecause: null, command: first ? commandFor(topics, first, now) : null };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { message: null, refusedBecause: reasons[error.code] ?? 'wrongShape', command: null };
  }
}

/** Null: the profile takes no commands, or the names do not fit into its topic. */
function commandFor(
  topics: ReturnType<typeof mappingTopics>,
  { device, key, value }: { device: string | null; key: string; value: number | null },
  now: number,
): { topic: string; payload: string } | null {
  try {
    return topics.command({ id: '1', device, key, value: value ?? 0, now });
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
