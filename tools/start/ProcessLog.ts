import { appendFileSync, chmodSync, renameSync, rmSync, statSync } from 'node:fs';

/** When a log file has grown to this it is set aside; with the kept ones a folder stays below 100 MB. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const KEPT_FILES = 4;

/** A line of our own servers: pino's JSON. */
interface LogRecord {
  level: string | number;
  time?: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/**
 * Keeps what a process prints: every line in a file, warnings and errors also on the console in one readable line.
 */
export class ProcessLog {
  readonly file: string;
  readonly #name: string;
  readonly #say: (line: string) => void;
  #bytes: number;
  #writable = true;
  #lastError: string | null = null;
  #lastLine: string | null = null;

  constructor(name: string, file: string, say: (line: string) => void) {
    this.#name = name;
    this.file = file;
    this.#say = say;
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    // Those of an older version were everybody's to read.
    if (this.#bytes > 0) chmodSync(file, 0o600);
  }

  /** What the process said last about its trouble; null when it said nothing at all. */
  get lastError(): string | null {
    return this.#lastError ?? this.#lastLine;
  }

  /** Takes over a stream of the process, line by line. */
  follow(stream: NodeJS.ReadableStream): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
    stream.on('end', () => {
      if (rest !== '') this.#take(rest);
    });
  }

  #take(line: string): void {
    this.#write(line);
    const record = parse(line);
    if (record === null) {
      if (line.trim() !== '') this.#lastLine = line.trim();
      // A crash prints the error with its class in front, then the stack, then Node's version.
      if (/^(\w+)?Error\b.*: /.test(line)) this.#lastError = line.trim();
      return;
    }
    const severity = severityOf(record.level);
    if (severity === 'quiet') return;
    const text = [...new Set([record.msg, record.err?.message].filter(Boolean))].join(': ');
    if (severity === 'error') this.#lastError = text;
    this.#say(`${clockTime(record.time)} ${this.#name} ${severity}: ${text}`);
  }

  #write(line: string): void {
    try {
      if (this.#bytes > MAX_FILE_BYTES) this.#rotate();
      appendFileSync(this.file, `${line}\n`, { mode: 0o600 });
      this.#bytes += Buffer.byteLength(line) + 1;
      this.#writable = true;
    } catch (error) {
      // Said once: a full disk must not fill the console too.
      if (this.#writable) this.#say(`${this.file} cannot be written: ${(error as Error).message}`);
      this.#writable = false;
    }
  }

  #rotate(): void {
    rmSync(`${this.file}.${KEPT_FILES}`, { force: true });
    for (let index = KEPT_FILES - 1; index >= 0; index--) {
      const older = index === 0 ? this.file : `${this.file}.${index}`;
      if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${this.file}.${index + 1}`);
    }
    this.#bytes = 0;
  }
}

function parse(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null;
  try {
    const record = JSON.parse(line) as LogRecord;
    return record.level === undefined ? null : record;
  } catch {
    return null;
  }
}

/** pino writes levels as numbers or, as our server asks it to, as words. */
function severityOf(level: string | number): 'quiet' | 'warning' | 'error' {
  if (level === 'error' || level === 'fatal' || Number(level) >= 50) return 'error';
  return level === 'warn' || Number(level) >= 40 ? 'warning' : 'quiet';
}

function clockTime(time: number | undefined): string {
  return new Date(time ?? Date.now()).toTimeString().slice(0, 8);
}
