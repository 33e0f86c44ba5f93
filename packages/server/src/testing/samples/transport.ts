import { randomUUID } from 'node:crypto';
import { local, type Samples } from '../sampleValues.ts';

const carHistory = () => ({ start: local(Date.now() - 3_600_000), end: local(Date.now()) });

export const samplesOfTransport: Samples = {
  batchAddSensorTag: ({ projectId, freeTagSn }) => ({
    query: { projectId, tagType: 2 },
    body: [{ TagSn: freeTagSn, TagName: `Box ${freeTagSn}`, TagType: 2, cycle: 120, tOffset: 0.3, hOffset: -1 }],
  }),
  sensorTagList: () => ({ body: { TagTypeList: [1], IsBound: true } }),
  updateSensor: () => ({
    body: {
      cycle: 300,
      tOffset: '0.5',
      hOffset: '0',
      Reason: 'Certificate 26-118',
      tAlarm: { low: null, high: '-15' },
    },
  }),
  importSensorTag: ({ projectId, tagSheet }) => ({ query: { projectId, isDryRun: false }, files: [tagSheet] }),
  correctImportSensorTag: ({ tagSheet }) => ({ files: [tagSheet] }),
  batchAddCarTag: ({ projectId, carId, spareCarSn }) => ({
    query: { projectId },
    body: [{ CarId: carId, CarSn: spareCarSn, PlateNumber: '沪A 26118' }],
  }),
  getGatewayTrack: ({ gatewayId }) => ({ query: { deviceId: gatewayId, ...carHistory() } }),
  saveGeofence: ({ geofenceId, freeTagSn }) => ({
    body: {
      GeofenceId: geofenceId,
      GeofenceName: `Pier ${freeTagSn}`,
      StopKind: 'customer' as const,
      Kind: 'polygon' as const,
      CornerList: [
        { Latitude: '31.2', Longitude: '121.4' },
        { Latitude: '31.2', Longitude: '121.41' },
        { Latitude: '31.21', Longitude: '121.41' },
      ],
    },
  }),
  getWaybillPageV2: () => ({ body: { TransportStatusList: [0] } }),
  addWaybill: ({ carId, tempRangeId, geofenceId, freeWaybillNumber }) => ({
    body: {
      WaybillNumber: freeWaybillNumber,
      CarId: carId,
      Shipper: 'North Foods',
      Consignee: 'Harbour Stores',
      Origin: 'Gate 3',
      Destination: 'Pier 8',
      Goods: 'Frozen fish',
      Quantity: '18 pallets',
      TempRangeId: tempRangeId,
      PlannedDepart: '2990-01-05 08:00',
      PlannedArrive: '2990-01-05 17:00',
      StopList: [{ GeofenceId: geofenceId, PlannedTime: '2990-01-05 12:00' }],
      Remark: 'Fragile',
    },
  }),
  editWaybill: () => ({ body: { Quantity: '17 pallets' } }),
  moveWaybill: () => ({ body: { Reason: '' } }),
  addHandover: () => ({ body: { ClientKey: randomUUID(), FromName: 'Ada' } }),
  getWaybillCertificate: ({ certificateDocument }) => ({
    query: { document: certificateDocument, language: 'en' as const },
  }),
  waybillBindTagsV2Web: ({ spareWaybillId, spareTagId }) => ({
    body: { WaybillId: spareWaybillId, SensorIdList: [spareTagId], Place: 'Front' },
  }),
  saveTempRange: ({ tempRangeId, freeTagSn }) => ({
    body: { TempRangeId: tempRangeId, TempRangeName: `Fish ${freeTagSn}`, Low: '-2', High: '2' },
  }),
  batchImportWaybill: ({ projectId, waybillSheet }) => ({
    query: { projectId, isDryRun: false },
    files: [waybillSheet],
  }),
  correctImportWaybill: ({ waybillSheet }) => ({ files: [waybillSheet] }),
};
