export { cameraExporter } from './cameraExporter.ts';
export { checkCameras } from './checkCameras.ts';
export { cameraHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { createSealedParts } from './watch/sealedParts.ts';
export { serveStreams } from './watch/serveStreams.ts';
export { createSessionKeeper } from './watch/sessions.store.ts';
export { createTickets, type Tickets } from './watch/tickets.ts';
export { createViewers } from './watch/viewers.ts';
