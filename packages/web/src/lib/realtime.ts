import { realtimeTopics } from '@watchpost/contract';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { getAccessToken, needsRefresh, onAccessTokenChange } from './accessToken.ts';
import { CallError, freshToken } from './client.ts';
import { observableValue, useObservable } from './ObservableValue.ts';
import { type Channel, openChannel } from './openChannel.ts';
import { serverReachable } from './sendCall.ts';

/** `live`: changes arrive by themselves. `polling`: the channel is down, calls work. `offline`: nothing gets through. */
export type RealtimeStatus = 'live' | 'polling' | 'offline';

/** A fourth of a second: faster changes are neither readable nor worth a render (ui.md: at most 4 Hz). */
const flushIntervalMs = 250;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** How often a connection looks whether its token runs out; a few times within the 20 s in which it may be renewed. */
const tokenLookMs = 5_000;

const connected = observableValue(false);
const status = observableValue<RealtimeStatus>('polling');
const updateStatus = () => status.set(!serverReachable.get() ? 'offline' : connected.get() ? 'live' : 'polling');
connected.subscribe(updateStatus);
serverReachable.subscribe(updateStatus);

export const useRealtimeStatus = (): RealtimeStatus => useObservable(status);

/**
 * For react-query's `refetchInterval`: polls at the interval while the channel is down, and not at all while it is live.
 * Spec §9: alarms 30 s, pushes 60 s, values 10 s.
 */
export const pollWhenNotLive =
  (intervalMs: number): (() => number | false) =>
  () =>
    status.get() === 'live' ? false : intervalMs;

type Receive = (payload: Uint8Array) => void;
const receivers = new Map<string, Set<Receive>>();

/** The connection in use, and the one being opened beside or instead of it, until the server answered its subscriptions. */
let client: Channel | null = null;
let pending: Channel | null = null;
let connecting = false;
let attempt = 0;
let retryTimer: ReturnType<typeof setTimeout> | null = null;

const matches = (filter: string, topic: string): boolean => {
  const wanted = filter.split('/');
  const given = topic.split('/');
  return wanted.length === given.length && wanted.every((part, i) => part === '+' || part === given[i]);
};

function scheduleRetry(): void {
  if (client || pending || retryTimer || receivers.size === 0) return;
  // Spread, so that a restarted server does not meet all browsers in the same instant.
  const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  attempt += 1;
  retryTimer = setTimeout(() => {
    retryTimer = null;
    void connect();
  }, delayMs);
}

function retryNow(): void {
  if (client || pending || receivers.size === 0) return;
  if (retryTimer) clearTimeout(retryTimer);
  retryTimer = null;
  attempt = 0;
  void connect();
}

async function connect(): Promise<void> {
  if (connecting || pending) return;
  connecting = true;
  try {
    const token = await freshToken();
    if (receivers.size === 0) return;
    const signedInWith = getAccessToken();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    // Each attempt needs a fresh token, so we try again ourselves.
    const next = openChannel(`${scheme}://${location.host}/mqtt`, {
      username: 'bearer',
      password: token,
      keepaliveSeconds: 30,
      connectTimeoutMs: 10_000,
    });
    pending = next;
    // The server ends the connection with its token, and a page that only listens makes no call that would renew it before.
    const tokenLook = setInterval(() => {
      if (client === next && needsRefresh(signedInWith)) void connect();
    }, tokenLookMs);
    next.on('connect', () => {
      attempt = 0;
      subscribeOn(next, [...receivers.keys()], () => connected.set(true));
    });
    next.on('message', (topic, payload) => {
      for (const [filter, group] of receivers) {
        if (matches(filter, topic)) for (const receive of [...group]) receive(payload);
      }
    });
    next.on('close', () => {
      clearInterval(tokenLook);
      if (pending === next) pending = null;
      if (client === next) {
        client = null;
        connected.set(false);
      }
      scheduleRetry();
    });
  } catch (error) {
    // No token or no network: the retry asks again; an ended session has left this page by then.
    if (!(error instanceof CallError)) console.error(error);
    scheduleRetry();
  } finally {
    connecting = false;
  }
}

/** MQTT 3.1.1's answer to a subscription that is refused. */
const refusedSubscription = 128;
/** Rights are read again each 10 s on the server; one that was just granted is found then. */
const resubscribeMs = 15_000;

/**
 * The connection being opened comes into use. Called once the server answered its subscriptions: what is told between the question
 * and the answer reaches the old connection only.
 */
function takeOver(next: Channel): void {
  if (pending !== next) return;
  const replaced = client;
  client = next;
  pending = null;
  replaced?.end();
}

/**
 * Subscribes, and asks again for what was refused. While anything is refused the polls go on: a header that says "live"
 * over a list that never changes would be worse than no channel.
 */
function subscribeOn(connection: Channel, topics: string[], allGranted?: () => void): void {
  if (topics.length === 0) {
    allGranted?.();
    return;
  }
  connection.subscribe(topics, { qos: 0 }, (error, granted) => {
    if (client !== connection && pending !== connection) return;
    // Not the server's answer: the connection broke while it was asked, and its `close` follows.
    if (error) return;
    takeOver(connection);
    const refused = granted.filter(({ qos }) => qos >= refusedSubscription).map(({ topic }) => topic);
    if (refused.length === 0) {
      allGranted?.();
      return;
    }
    connected.set(false);
    setTimeout(() => {
      if (client === connection)
        subscribeOn(
          connection,
          refused.filter((topic) => receivers.has(topic)),
          () => connected.set(true),
        );
    }, resubscribeMs);
  });
}

function disconnect(): void {
  if (retryTimer) clearTimeout(retryTimer);
  retryTimer = null;
  const open = [client, pending];
  client = null;
  pending = null;
  connected.set(false);
  for (const each of open) each?.end();
}

/**
 * MQTT 3.1.1 cannot sign in again on an open connection: a new token means a new connection, and the old one stays until the
 * new one hears what it hears, so that no alarm falls between them.
 */
onAccessTokenChange(() => {
  if (!getAccessToken()) disconnect();
  else if (client) void connect();
});

if (typeof window !== 'undefined') {
  window.addEventListener('online', retryNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retryNow();
  });
}

/**
 * Listens to a topic filter (`+` stands for one level) until the returned function is called. Listeners of one filter share
 * one subscription; the connection opens with the first and closes with the last.
 */
export function subscribeTopic(filter: string, receive: Receive): () => void {
  let group = receivers.get(filter);
  if (!group) {
    group = new Set();
    receivers.set(filter, group);
    for (const each of [client, pending]) if (each?.connected) subscribeOn(each, [filter]);
  }
  group.add(receive);
  if (!client && !retryTimer) void connect();
  return () => {
    const present = receivers.get(filter);
    if (!present?.delete(receive) || present.size > 0) return;
    receivers.delete(filter);
    for (const each of [client, pending]) if (each?.connected) each.unsubscribe(filter);
    if (receivers.size === 0) disconnect();
  };
}

/** Collects what arrives and hands it over at most four times a second; the first item after a pause goes at once. */
export function coalesce<Item>(deliver: (items: Item[]) => void): { add(item: Item): void; stop(): void } {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    timer = setTimeout(flush, flushIntervalMs);
    deliver(items);
  };
  return {
    add(item) {
      waiting.push(item);
      if (!timer) flush();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      waiting = [];
    },
  };
}

type TopicName = keyof typeof realtimeTopics;
type Payload<Name extends TopicName> = z.output<(typeof realtimeTopics)[Name]['payload']>;

/**
 * Calls back with the payloads of a contract topic while the component is mounted and visible, at most four times a second.
 * Retained by nobody: ask once for the present state beside it.
 *
 * @param filter from `realtimeTopics.<name>.topic(…)`; null listens to nothing
 * @example useTopic('deviceValues', realtimeTopics.deviceValues.topic(project.ProjectId, '+'), (messages) => …);
 */
export function useTopic<Name extends TopicName>(
  name: Name,
  filter: string | null,
  onMessages: (messages: Payload<Name>[]) => void,
): void {
  const latest = useRef(onMessages);
  useEffect(() => {
    latest.current = onMessages;
  });
  useEffect(() => {
    if (filter === null) return;
    const batch = coalesce<Payload<Name>>((messages) => latest.current(messages));
    const stop = subscribeTopic(filter, (bytes) => {
      let json: unknown;
      try {
        json = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        return;
      }
      const parsed = realtimeTopics[name].payload.safeParse(json);
      // A newer server may speak a newer shape: what we do not understand we leave to the next poll.
      if (parsed.success) batch.add(parsed.data as Payload<Name>);
    });
    return () => {
      stop();
      batch.stop();
    };
  }, [name, filter]);
}
