import { ProtocolError } from '../ProtocolError.ts';
import type { MqttMessage } from './MqttMessage.ts';
import { parseJson } from './payload.ts';

/** Reads one kind of message. `names` are the parts of the topic that stand in braces in the pattern. */
export type PayloadParser = (json: unknown, names: Readonly<Record<string, string>>) => MqttMessage;

export interface Topics {
  /** MQTT filters of all patterns, for access rules and subscriptions: `{name}` is `+`. */
  filters: readonly string[];
  matches(topic: string): boolean;
  /**
   * What a message means.
   *
   * @throws ProtocolError `unknownTopic`, `payloadTooLarge`, `notJson`, `wrongShape`, and nothing else
   */
  parse(topic: string, payload: Uint8Array): MqttMessage;
}

/**
 * A table of topic patterns and what their payloads mean.
 *
 * Example: `v1/devices/me/rpc/response/{requestId}` matches `v1/devices/me/rpc/response/17` with `requestId` 17.
 */
export function defineTopics(table: Readonly<Record<string, PayloadParser>>): Topics {
  const rows = Object.entries(table).map(([pattern, parser]) => ({ levels: pattern.split('/'), parser }));

  const find = (topic: string) => {
    const parts = topic.split('/');
    return rows.find(
      ({ levels }) =>
        levels.length === parts.length &&
        levels.every((level, index) => (level.startsWith('{') ? parts[index] !== '' : level === parts[index])),
    );
  };

  return {
    filters: rows.map(({ levels }) => levels.map((level) => (level.startsWith('{') ? '+' : level)).join('/')),
    matches: (topic) => find(topic) !== undefined,
    parse: (topic, payload) => {
      const row = find(topic);
      if (!row) throw new ProtocolError('unknownTopic', topic.slice(0, 255));
      const parts = topic.split('/');
      const names = Object.fromEntries(
        row.levels.flatMap((level, index) => (level.startsWith('{') ? [[level.slice(1, -1), parts[index]!]] : [])),
      );
      return row.parser(parseJson(payload), names);
    },
  };
}
