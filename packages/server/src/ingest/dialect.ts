import {
  type Attribute,
  canHear,
  type MappingProfile,
  type MappingTopics,
  type MqttMessage,
  type MqttReading,
  mappingTopics,
  neuronTopics,
  type OutgoingMessage,
  ProtocolError,
  SparkplugNode,
  sparkplugState,
  type Topics,
  thingsboardAttributes,
  thingsboardSharedAttributes,
  thingsboardTopics,
} from '@watchpost/protocols';
import type { GatewayFacts } from '../gateways/index.ts';
import type { CommandAnswer } from './commandAnswers.ts';

/** What a message of a gateway comes to. */
export interface Heard {
  readings: readonly MqttReading[];
  /** Parts of the message that cannot be read. */
  refusedEntries: number;
  answer: CommandAnswer | null;
  /** Devices behind the gateway that it has lost or found. */
  links: readonly { device: string; up: boolean }[];
  /** The gateway says of itself that it is there, or goes; null: it says neither. */
  isUp: boolean | null;
  /** To be sent back at once; null: nothing. */
  reply: OutgoingMessage | null;
  /** Which version of its configuration the gateway says it has; null: it says nothing of it. */
  version: number | null;
}

/** How one connection of a gateway is understood. Sparkplug remembers births, so each connection has its own. */
export interface Dialect {
  /**
   * @param desiredVersion of its configuration, for a gateway that asks
   * @throws ProtocolError
   */
  hear(topic: string, payload: Buffer, now: number, desiredVersion: number | null): Heard;
  /** Whether it may listen to this filter: commands come by it, nothing of others ever does. */
  mayListen(filter: string): boolean;
  /** The message that announces another version of the configuration; null: the dialect has none. */
  newVersion(version: number): OutgoingMessage | null;
  /** The message to a new subscriber; null: none. */
  greeting(filter: string, now: number): OutgoingMessage | null;
  /**
   * The message that writes a point; null: this dialect has none, or does not know the point. `requestId` null: it will not be
   * answered. Of ThingsBoard and Neuron `commandMessage.ts` knows.
   */
  command(names: {
    id: string;
    device: string | null;
    key: string;
    value: number;
    now: number;
  }): (OutgoingMessage & { requestId: string | null }) | null;
}

const nothing: Heard = {
  readings: [],
  refusedEntries: 0,
  answer: null,
  links: [],
  isUp: null,
  reply: null,
  version: null,
};

function heardOf(message: MqttMessage): Heard {
  switch (message.type) {
    case 'readings':
      return { ...nothing, readings: message.readings, refusedEntries: message.refusedEntries };
    case 'commandAnswer':
      return { ...nothing, answer: message };
    case 'connect':
    case 'disconnect':
      return { ...nothing, links: [{ device: message.device, up: message.type === 'connect' }] };
    case 'links':
      return { ...nothing, links: message.links };
    case 'attributes':
    case 'attributeRequest':
      return nothing;
  }
}

/** Formats without state: each message is read on its own. */
const plain = (topics: Topics, mayListen: (filter: string) => boolean): Dialect => ({
  hear: (topic, payload) => heardOf(topics.parse(topic, payload)),
  mayListen,
  newVersion: () => null,
  greeting: () => null,
  command: () => null,
});

const thingsboardCommands =
  /^v1\/(devices\/me\/(rpc\/request\/\+|attributes(\/response\/\+)?)|gateway\/(rpc|attributes(\/response)?))$/;

/** What a gateway calls the version of its configuration, as a shared attribute and as one of its own. */
const versionAttribute = 'configurationVersion';
/** Of one connection; a gateway has a handful. */
const maxAttributes = 200;
const longestAttribute = 1_000;

/** Remembers what each gateway reported of itself on this connection, to answer it when it asks. */
function thingsboard(): Dialect {
  const reported = new Map<string, Record<string, string | number | boolean>>();
  const keep = (attributes: readonly Attribute[]): void => {
    for (const { device, key, value } of attributes) {
      const name = device ?? '';
      const known = reported.get(name) ?? {};
      if (!Object.hasOwn(known, key) && Object.keys(known).length >= maxAttributes) continue;
      if (typeof value === 'string' && value.length > longestAttribute) continue;
      if (!reported.has(name) && reported.size >= maxAttributes) continue;
      known[key] = value;
      reported.set(name, known);
    }
  };
  const among = <Value>(values: Readonly<Record<string, Value>>, keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]!]));
  return {
    ...plain(thingsboardTopics, (filter) => thingsboardCommands.test(filter)),
    hear(topic, payload, _now, desiredVersion) {
      const message = thingsboardTopics.parse(topic, payload);
      if (message.type === 'attributeRequest') {
        const client = among(reported.get(message.device ?? '') ?? {}, message.client);
        const set: Record<string, number> = {};
        if (message.device === null && desiredVersion !== null) set[versionAttribute] = desiredVersion;
        return { ...nothing, reply: thingsboardAttributes(message, { client, shared: among(set, message.shared) }) };
      }
      if (message.type !== 'attributes') return heardOf(message);
      keep(message.attributes);
      const own = message.attributes.find(({ device, key }) => device === null && key === versionAttribute);
      const version = typeof own?.value === 'number' && Number.isSafeInteger(own.value) ? own.value : null;
      return { ...heardOf(message), version };
    },
    newVersion: (version) => thingsboardSharedAttributes({ [versionAttribute]: version }),
  };
}

/** Its operator chooses where it takes writes and reads; a wildcard would be no topic of its own. */
const neuron = plain(neuronTopics(), (filter) => !/[+#]/.test(filter));

function mapped(topics: MappingTopics, profile: MappingProfile): Dialect {
  return {
    ...plain(topics, (filter) => profile.command !== null && canHear(filter, profile.command.topic)),
    command: ({ id, device, key, value, now }) => {
      try {
        const requestId = topics.answersCommands ? (topics.answersById ? id : '') : null;
        return { ...topics.command({ id, device, key, value, now }), requestId };
      } catch (error) {
        if (error instanceof ProtocolError) return null;
        throw error;
      }
    },
  };
}

/** No profile, or one that an older version of us wrote and this one cannot use: nothing of it can be read. */
const unreadable: Dialect = {
  hear: (topic) => {
    throw new ProtocolError('unknownTopic', topic.slice(0, 255));
  },
  mayListen: () => false,
  newVersion: () => null,
  greeting: () => null,
  command: () => null,
};

const sparkplugCommands = /^spBv1\.0\/[^/+#]+\/(NCMD\/[^/+#]+(\/#)?|DCMD\/[^/+#]+\/([^/+#]+|\+|#))$/;
const sparkplugStates = /^(spBv1\.0\/)?STATE\/[^/+#]+$/;

function sparkplug(): Dialect {
  const node = new SparkplugNode();
  return {
    hear: (topic, payload, now) => {
      const { readings, refusedEntries, change, rebirth } = node.push(topic, payload, now);
      return {
        ...nothing,
        readings,
        refusedEntries,
        links: change?.device ? [{ device: change.device, up: change.up }] : [],
        isUp: change?.of === 'node' ? change.up : null,
        reply: rebirth,
      };
    },
    newVersion: () => null,
    mayListen: (filter) => sparkplugCommands.test(filter) || sparkplugStates.test(filter),
    // A node that is told of a primary host publishes only once that is there.
    greeting: (filter, now) =>
      sparkplugStates.test(filter) ? { topic: filter, payload: sparkplugState(filter, now) } : null,
    command: ({ device, key, value, now }) => {
      const message = node.command(device, key, value, now);
      return message && { ...message, requestId: null };
    },
  };
}

/** Compiled once for all connections that use it. */
const compiled = new WeakMap<object, Dialect>();

function mappingDialect(profile: object | null): Dialect {
  if (profile === null) return unreadable;
  let dialect = compiled.get(profile);
  if (!dialect) {
    try {
      dialect = mapped(mappingTopics(profile as MappingProfile), profile as MappingProfile);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      dialect = unreadable;
    }
    compiled.set(profile, dialect);
  }
  return dialect;
}

/** How a new connection of this gateway is understood. */
export function dialectOf({ payload_format, mapping }: Pick<GatewayFacts, 'payload_format' | 'mapping'>): Dialect {
  switch (payload_format) {
    case 'thingsboard':
      return thingsboard();
    case 'neuron':
      return neuron;
    case 'mapping':
      return mappingDialect(mapping);
    case 'sparkplug':
      return sparkplug();
  }
}
