import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';

/** Where lines of the log go besides, and who vouches for that server. */
export interface SyslogServer {
  readonly host: string;
  readonly port: number;
  /** Certificates (PEM) of those who vouch for it; null: those that the system trusts. */
  readonly ca: Buffer | null;
}

export interface SyslogReports {
  /** Once an outage. */
  onTrouble(error: Error): void;
  /** So many lines were left out, because too many waited. */
  onDropped(count: number): void;
}

export interface SyslogSender {
  /** Takes one line of the log, as JSON. */
  write(line: string): void;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}

/** An hour without the other system, at five lines a second; some 10 MB of memory. */
const usualMaxWaiting = 20_000;
/** What the socket may hold before the rest waits in our own order. */
const maxInSocketBytes = 256 * 1024;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const closeWithinMs = 2_000;
const answersWithinMs = 10_000;

/** Facility local0 (RFC 5424 §6.2.1) and severities by the names of our levels. */
const facility = 16;
const severityOf: Readonly<Record<string, number>> = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 };

/** `123 <134>1 2026-11-29T20:00:00.000Z host watchpost 4711 - - {"level":"info",…}`: RFC 5424 in the frame of RFC 5425. */
export function syslogFrame(line: string, host: string, pid: number): Buffer {
  const text = line.trimEnd();
  const { level, time } = JSON.parse(text) as { level: string; time: number };
  const priority = facility * 8 + (severityOf[level] ?? 6);
  const message = `<${priority}>1 ${new Date(time).toISOString()} ${host} watchpost ${pid} - - ${text}`;
  return Buffer.from(`${Buffer.byteLength(message)} ${message}`);
}

/**
 * Carries lines of the log to another system by TLS. While it is out of reach lines wait, up to a number; further ones are counted and
 * the count is reported. The protocol has no receipts: what the system had taken from us when a connection broke may be lost there.
 */
export function sendToSyslog(
  server: SyslogServer,
  reports: SyslogReports,
  maxWaiting: number = usualMaxWaiting,
): SyslogSender {
  const host = hostname().replace(/[^\x21-\x7e]/g, '') || '-';
  const waiting: Buffer[] = [];
  /** Given to the socket, which has not passed them on yet. */
  const underWay: Buffer[] = [];
  let socket: TLSSocket | null = null;
  let isConnected = false;
  let isClosing = false;
  let isInTrouble = false;
  let dropped = 0;
  let pauseMs = firstPauseMs;
  let retry: NodeJS.Timeout | null = null;
  let emptied: (() => void) | null = null;

  function dial(): void {
    retry = null;
    const { ca, port } = server;
    const mine = connect({
      host: server.host,
      port,
      ...(ca && { ca }),
      ...(isIP(server.host) === 0 && { servername: server.host }),
    });
    socket = mine;
    let error: Error = new Error('The connection was closed');
    mine.setKeepAlive(true, 30_000);
    // One that takes the connection and never answers is out of reach, too.
    mine.setTimeout(answersWithinMs, () => mine.destroy(new Error('The syslog server does not answer')));
    mine.on('error', (cause) => {
      error = cause;
    });
    mine.on('secureConnect', () => {
      mine.setTimeout(0);
      isConnected = true;
      isInTrouble = false;
      pauseMs = firstPauseMs;
      send();
    });
    mine.on('drain', send);
    // It has nothing to say to us; read, so that its end is noticed.
    mine.resume();
    mine.on('close', () => {
      isConnected = false;
      socket = null;
      waiting.unshift(...underWay.splice(0));
      if (isClosing) {
        emptied?.();
        return;
      }
      retry = setTimeout(dial, pauseMs).unref();
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      if (!isInTrouble) {
        isInTrouble = true;
        reports.onTrouble(error);
      }
    });
  }

  function send(): void {
    while (isConnected && socket && waiting.length > 0 && socket.writableLength < maxInSocketBytes) {
      const frame = waiting.shift()!;
      underWay.push(frame);
      socket.write(frame, (error) => {
        if (!error) underWay.splice(underWay.indexOf(frame), 1);
        if (waiting.length + underWay.length === 0) emptied?.();
      });
    }
    if (dropped > 0 && waiting.length < maxWaiting / 2) {
      const count = dropped;
      dropped = 0;
      reports.onDropped(count);
    }
  }

  dial();
  return {
    write(line) {
      if (waiting.length >= maxWaiting) {
        dropped++;
        return;
      }
      waiting.push(syslogFrame(line, host, process.pid));
      send();
    },
    async close() {
      if (waiting.length + underWay.length > 0) {
        const done = Promise.withResolvers<void>();
        emptied = done.resolve;
        const impatient = setTimeout(done.resolve, closeWithinMs);
        await done.promise;
        clearTimeout(impatient);
      }
      isClosing = true;
      if (retry) clearTimeout(retry);
      socket?.end();
      socket?.destroySoon();
    },
  };
}
