import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * One JSON object a line on standard output. Query strings and bodies are never logged: the specification puts passwords
 * and tokens into some of them.
 */
export const createLog = (level: string): Log =>
  pino({
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
  });

/** For tests: says nothing. */
export const silentLog: Log = pino({ level: 'silent' });
