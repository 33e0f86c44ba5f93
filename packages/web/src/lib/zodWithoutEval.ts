import { config } from 'zod';

/**
 * Imported first by the entry: the server's content security policy forbids `eval`, and zod probes for it as soon as a
 * schema is built, which browsers report as a violation.
 */
config({ jitless: true });
