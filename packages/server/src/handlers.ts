import type { Calls } from '@watchpost/contract';
import type { Caller } from './access/index.ts';
import type { Handlers as PlatformHandlers } from './platform/http/callServer.ts';

/** The handlers of a domain's calls, with our caller. */
export type Handlers<T extends Calls> = PlatformHandlers<T, Caller>;
