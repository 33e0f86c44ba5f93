export type { DeviceDeps } from './deviceDeps.ts';
export { deleteDevices as deleteDeviceRows, lockDevices, membersListing, namesBeginning } from './edit/store.ts';
export { tellDevices } from './edit/tellDevices.ts';
export { deviceHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { deviceExporter } from './list/deviceExporter.ts';
export { devicePointExporter } from './points/devicePointExporter.wire.ts';
export { releasePointsOfGateways } from './releasePoints.store.ts';
export { insertDevices, linkDevices, unlinkDevices } from './serving.store.ts';
