import { type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/**
 * One JSON object a line on standard output. Query strings and bodies are never logged: the specification puts passwords
 * and tokens into some of them.
 *
 * @param also takes each line besides
 */
export const createLog = (level: string, also: { write(line: string): void } | null = null): Log => {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: ['password', 'pwd', 'token', 'refreshToken', '*.password', '*.pwd', '*.token'],
      censor: '[hidden]',
    },
    // An error of the database carries its whole connection along; what helps is this much.
    serializers: {
      err: (error: Error & { code?: unknown }) => ({
        type: error?.name,
        message: error?.message,
        code: error?.code,
        stack: error?.stack,
      }),
    },
    formatters: { level: (label) => ({ level: label }) },
  };
  if (also === null) return pino(options);
  const streams = [pino.destination(1), also].map((stream) => ({ level: 'trace' as const, stream }));
  return pino(options, pino.multistream(streams));
};

/** For tests: says nothing. */
export const silentLog: Log = pino({ level: 'silent' });
