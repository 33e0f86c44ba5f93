/** The server stops its PostgreSQL, which may have to write out a lot. */
export const serverStopMs = 90_000;
export const simulatorStopMs = 5_000;
