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
    formatters: { level: (label) => ({ level: label }) },
  });

/** For tests: says nothing. */
export const silentLog: Log = pino({ level: 'silent' });
