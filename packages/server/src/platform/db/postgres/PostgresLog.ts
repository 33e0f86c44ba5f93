/** Where the launcher and PostgreSQL itself write; pino's logger fits. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
