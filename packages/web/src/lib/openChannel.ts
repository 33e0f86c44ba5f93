/** What a subscription was answered: the filter, and 0 where it was granted; MQTT says 128 where it was refused. */
export interface Granted {
  readonly topic: string;
  readonly qos: number;
}

interface ChannelEvents {
  /** The server let us in. */
  connect: () => void;
  message: (topic: string, payload: Uint8Array) => void;
  /** Refused, no answer, or what arrived is no MQTT; the end follows. */
  error: (error: Error) => void;
  /** Once, however it ended. */
  close: () => void;
}

/** A connection that listens. */
export interface Channel {
  readonly connected: boolean;
  on<Name extends keyof ChannelEvents>(name: Name, listener: ChannelEvents[Name]): void;
  /** @param answered told what the server says, or the error when the connection ended first */
  subscribe(
    topics: readonly string[],
    options: { qos: 0 },
    answered: (error: Error | null, granted: Granted[]) => void,
  ): void;
  unsubscribe(topic: string): void;
  end(): void;
}

interface ChannelOptions {
  readonly username: string;
  readonly password: string;
  /** A server that is silent for twice this time is lost. */
  readonly keepaliveSeconds: number;
  /** From the first byte until the server lets us in. */
  readonly connectTimeoutMs: number;
}

// Kinds of packets of MQTT 3.1.1 (OASIS, section 2.2), with the flags that each has to carry.
const connect = 0x10;
const connectAnswer = 0x20;
const publish = 0x30;
const subscribe = 0x82;
const subscribeAnswer = 0x90;
const unsubscribe = 0xa2;
const ping = 0xc0;
const disconnect = 0xe0;

/** User name, password, clean session. */
const connectFlags = 0xc2;
const maxPacketId = 0xffff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const twoBytes = (value: number): number[] => [value >> 8, value & 0xff];
const text = (words: string): number[] => {
  const bytes = encoder.encode(words);
  return [...twoBytes(bytes.length), ...bytes];
};

/** A packet with its length in front: seven bits a byte, the least first. */
function packet(kind: number, content: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  for (let rest = content.length; length.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
  }
  return Uint8Array.from([kind, ...length, ...content]);
}

/** The first whole packet of these bytes and what follows it; null: more has to come. @throws Error for a length of more than four bytes */
function firstPacket(bytes: Uint8Array): { kind: number; content: Uint8Array; rest: Uint8Array } | null {
  let length = 0;
  for (let place = 1; place < bytes.length; place++) {
    if (place > 4) throw new Error('The length of a packet has more than four bytes.');
    const digit = bytes[place]!;
    length += (digit & 0x7f) * 128 ** (place - 1);
    if (digit >= 0x80) continue;
    const end = place + 1 + length;
    if (bytes.length < end) return null;
    return { kind: bytes[0]!, content: bytes.subarray(place + 1, end), rest: bytes.subarray(end) };
  }
  return null;
}

/**
 * Opens a channel to a broker: MQTT 3.1.1 over WebSocket, subscriptions of quality 0 alone, no second try. The client library of
 * MQTT can do much more and weighs a third of all that the first screen loads.
 *
 * @example the first packet: `10 … 00 04 4d 51 54 54 04 c2 00 1e 00 00 …` (CONNECT, its length, “MQTT”, level 4, flags, 30 s, no name)
 */
export function openChannel(url: string, options: ChannelOptions): Channel {
  const socket = new WebSocket(url, 'mqtt');
  socket.binaryType = 'arraybuffer';
  const listeners: { [Name in keyof ChannelEvents]: ChannelEvents[Name][] } = {
    connect: [],
    message: [],
    error: [],
    close: [],
  };
  const waiting = new Map<
    number,
    { topics: readonly string[]; answered: (error: Error | null, granted: Granted[]) => void }
  >();
  let connected = false;
  let closed = false;
  let lastId = 0;
  let received: Uint8Array = new Uint8Array(0);
  let isPingUnanswered = false;
  let pings: ReturnType<typeof setInterval> | undefined;
  const letIn = setTimeout(() => fail(new Error('The server did not answer.')), options.connectTimeoutMs);

  const send = (bytes: Uint8Array<ArrayBuffer>): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
  };
  const nextId = (): number => {
    lastId = lastId >= maxPacketId ? 1 : lastId + 1;
    return lastId;
  };
  const close = (): void => {
    if (closed) return;
    closed = true;
    connected = false;
    clearTimeout(letIn);
    clearInterval(pings);
    socket.close();
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const { answered } of unanswered) answered(new Error('The connection was closed.'), []);
    for (const listener of listeners.close) listener();
  };
  const fail = (error: Error): void => {
    if (closed) return;
    for (const listener of listeners.error) listener(error);
    close();
  };
  const stayConnected = (): void => {
    if (isPingUnanswered) {
      fail(new Error('The server is silent.'));
      return;
    }
    isPingUnanswered = true;
    send(packet(ping, []));
  };

  const take = (kind: number, content: Uint8Array): void => {
    // Any packet is a sign of life.
    isPingUnanswered = false;
    if (kind === connectAnswer) {
      if (content[1] !== 0) {
        fail(new Error(`The server refused the connection: ${content[1]}.`));
        return;
      }
      clearTimeout(letIn);
      connected = true;
      pings = setInterval(stayConnected, options.keepaliveSeconds * 1000);
      for (const listener of listeners.connect) listener();
    } else if ((kind & 0xf0) === publish) {
      const length = (content[0]! << 8) | content[1]!;
      const topic = decoder.decode(content.subarray(2, 2 + length));
      // Quality 0, as subscribed: no number of the packet stands between topic and payload.
      const payload = content.slice(2 + length);
      for (const listener of listeners.message) listener(topic, payload);
    } else if (kind === subscribeAnswer) {
      const id = (content[0]! << 8) | content[1]!;
      const asked = waiting.get(id);
      waiting.delete(id);
      asked?.answered(
        null,
        asked.topics.map((topic, place) => ({ topic, qos: content[2 + place] ?? 128 })),
      );
    }
  };

  socket.onopen = () => {
    const { username, password, keepaliveSeconds } = options;
    // No name of our own: with a clean session the server gives one.
    const content = [...text('MQTT'), 4, connectFlags, ...twoBytes(keepaliveSeconds), ...text('')];
    send(packet(connect, [...content, ...text(username), ...text(password)]));
  };
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const bytes = new Uint8Array(received.length + data.byteLength);
    bytes.set(received);
    bytes.set(new Uint8Array(data), received.length);
    received = bytes;
    try {
      for (let next = firstPacket(received); next && !closed; next = firstPacket(received)) {
        received = next.rest;
        take(next.kind, next.content);
      }
    } catch (error) {
      fail(error as Error);
    }
  };
  socket.onerror = () => fail(new Error('The connection failed.'));
  socket.onclose = close;

  return {
    get connected() {
      return connected;
    },
    on: (name, listener) => void (listeners[name] as (typeof listener)[]).push(listener),
    subscribe(topics, { qos }, answered) {
      const id = nextId();
      waiting.set(id, { topics, answered });
      send(packet(subscribe, [...twoBytes(id), ...topics.flatMap((topic) => [...text(topic), qos])]));
    },
    unsubscribe: (topic) => send(packet(unsubscribe, [...twoBytes(nextId()), ...text(topic)])),
    end() {
      send(packet(disconnect, []));
      close();
    },
  };
}
