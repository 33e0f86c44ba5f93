import type { Samples } from '../sampleValues.ts';

const gatewayFilter = (companyId: number, projectId: number, slaveId: number) => ({
  CompanyId: companyId,
  ProjectIdList: [projectId],
  QueryAll: false,
  NameOrDESCRIBES: '',
  PROTOCOLList: ['DTU', 'MQTT'] as ('DTU' | 'MQTT')[],
  ConnectStatusList: [0, 1, 2],
  SystemStatusList: [0, 1, 2],
  SimStatus: [0, 1, 2, 3, 4, 5, 6],
  SimFlowStatusList: [0, 1, 2, 3],
  CreateTime: ['2026-01-01', '2099-12-31'],
  IsQueryCreator: false,
  IsQueryLook: false,
  DeviceModuleId: slaveId,
  SortType: 'name' as const,
  IsAsc: true,
});

export const samplesOfGateways: Samples = {
  addDevicesNewModbus: ({ projectId, freeSerial }) => ({
    body: {
      ProjectId: projectId,
      DeviceName: 'Rack room',
      DeviceNameEn: 'Rack room',
      DeviceNo: freeSerial,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Beside the compressor rack',
      CduType: 'MODBUS_TCP',
      // A name nobody has: the server dials what it is given.
      Address: 'plc.invalid:502',
      RegistrationMode: 'once',
      RegistrationIdentity: '',
      HeartBeat: 'FE',
      ICCID: null,
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'none',
      StopBit: 1,
      DeviceAddress: null,
      DeviceModuleAndAddressList: [
        { DeviceAddress: 1, SlaveName: 'Case 1', Category: 'Controller', MaxRegisters: 50, MaxGap: 0 },
      ],
    },
  }),
  addSlave: ({ spareGatewayId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceAddress: 254,
      Category: 'Meter',
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      MaxRegisters: 20,
      MaxGap: 2,
    },
  }),
  addVPN: ({ cardedGatewayId }) => ({
    body: {
      DeviceId: cardedGatewayId,
      LocalAddress: '10.8.0.6',
      UserName: 'plant',
      Secret: 'Pw_Vpn_1',
      Note: 'Of the landlord',
    },
  }),
  cardUsageInfo: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  ckDeviceNo: ({ freeSerial, gatewayId }) => ({ query: { deviceNo: freeSerial, deviceId: gatewayId } }),
  delDevicesNew: ({ spareGatewayId }) => ({ query: { deviceIdList: String(spareGatewayId) } }),
  deleteUser: ({ sharedGatewayId, colleagueId }) => ({ query: { deviceId: sharedGatewayId, uid: colleagueId } }),
  devDeleteTCP: ({ spareSlaveId }) => ({ query: { deviceModuleIdList: String(spareSlaveId) } }),
  deviceAddMQTT: ({ projectId, colleagueId, freeSerial }) => ({
    body: {
      pid: projectId,
      uid: colleagueId,
      deviceName: 'Roof',
      deviceNameEn: 'Roof',
      deviceNo: freeSerial,
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_1',
      payloadFormat: 'thingsboard',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
      ICCID: '',
    },
  }),
  deviceBindICCID: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, ICCID: String(cardlessGatewayId).padStart(20, '7') },
  }),
  deviceDeleteMQTT: ({ projectId, sparePublisherSerial }) => ({
    body: { pid: projectId, deviceNo: sparePublisherSerial },
  }),
  deviceUnBindICCID: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  exportDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  getDeviceConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceConnectLog: ({ spareGatewayId, spareSlaveId }) => ({
    query: { deviceId: spareGatewayId, kind: 'slave', deviceModuleId: spareSlaveId },
  }),
  getDeviceInfo: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getHeardKeys: ({ publisherId }) => ({ query: { deviceId: publisherId } }),
  getDeviceMQTTPointPage: ({ publisherId }) => ({ query: { deviceId: publisherId } }),
  getDeviceNumRule: () => ({ body: { Length: '16' } }),
  getDeviceOfflineReason: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceSyncState: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTCPConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTotal: ({ companyId, projectId, slaveId }) => {
    const { SortType: _, IsAsc: __, ...body } = gatewayFilter(companyId, projectId, slaveId);
    return { body };
  },
  getFboxInformationbyHand: () => ({ query: { boxNo: '338' } }),
  getMasterControl: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getModbusDeviceModulePage: ({ gatewayId, slaveId }) => ({
    body: { QueryAll: false, DeviceId: gatewayId, DeviceModuleId: slaveId, ConnectStatusList: [0, 1, 2] },
  }),
  getTerminalDropdow: () => ({ query: { protocolList: 'DTU,MQTT' } }),
  getUserbyPro: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getVPNPage: ({ cardedGatewayId }) => ({ body: { QueryAll: false, DeviceId: cardedGatewayId } }),
  getWhatGoesWithGateways: ({ gatewayId, slaveId }) => ({
    body: { DeviceIdList: [gatewayId], DeviceModuleIdList: [slaveId] },
  }),
  regionUser: ({ cardlessGatewayId, colleagueId }) => ({
    query: { deviceId: cardlessGatewayId, uidList: String(colleagueId) },
  }),
  resetDeviceMQTTPwd: ({ publisherId }) => ({ body: { DeviceId: publisherId } }),
  showDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  updateDeviceMQTT: ({ publisherId, freeSerial }) => ({
    body: {
      DeviceId: publisherId,
      deviceName: 'Roof 2',
      deviceNameEn: '',
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_2',
      payloadFormat: 'neuron',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
    },
  }),
  updateDevicesName: ({ cardlessGatewayId }) => ({
    body: { DeviceList: [{ DeviceId: cardlessGatewayId, DeviceName: 'Dock' }] },
  }),
  updateDevicesNewModbus: ({ spareGatewayId, spareSlaveId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceName: 'Rack room 2',
      DeviceNameEn: null,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Moved',
      Address: '',
      RegistrationMode: 'both',
      RegistrationIdentity: '',
      HeartBeat: 'FE FE',
      BaudRate: 19200,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      CduType: 'DTU',
      DeviceModuleAndAddressList: [{ DeviceModuleId: spareSlaveId, DeviceAddress: 253, SlaveName: 'Case 2' }],
    },
  }),
  updateDevicesProtocol: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, protocol: 'MODBUS_TCP', address: 'plc.invalid' },
  }),
  updateDevicesSN: ({ cardlessGatewayId, freeSerial }) => ({
    query: { deviceIdList: String(cardlessGatewayId), deviceNoList: freeSerial },
  }),
  updateProjectDevices: ({ gatewayElsewhereId, projectId }) => ({
    query: { deviceIdList: String(gatewayElsewhereId), toProjectId: projectId, isConfirmed: true },
  }),
  updateSlave: ({ spareSlaveId }) => ({
    body: {
      DeviceModuleId: spareSlaveId,
      DeviceAddress: 252,
      SlaveName: 'Case 3',
      Category: 'Controller',
      BaudRate: 4800,
      DataBit: 8,
      CheckBit: 'odd',
      StopBit: 2,
      MaxRegisters: 10,
      MaxGap: 0,
    },
  }),
  updateVPN: ({ cardedGatewayId }) => ({
    body: {
      DeviceId: cardedGatewayId,
      Name: 'Plant room 2',
      Kind: 'ipsec',
      Server: '192.0.2.10',
      LocalAddress: '10.8.0.7',
      UserName: 'plant2',
      Secret: 'Pw_Vpn_2',
      Note: '',
      ClearSecret: false,
    },
  }),
  uploadDeviceConfig: ({ spareGatewayId, freeSerial }) => ({
    query: { deviceId: spareGatewayId, isDryRun: false },
    files: [
      new File(
        [
          JSON.stringify({
            format: 'watchpost-gateway',
            version: 1,
            serialNumber: freeSerial,
            protocol: 'DTU',
            gateway: { name: 'From a file' },
            slaves: [{ address: 7, name: 'Case 7' }],
            points: [],
          }),
        ],
        'gateway.json',
      ),
    ],
  }),
  verifyDevice: ({ publisherSerial }) => ({
    query: { deviceNo: publisherSerial, deviceUserName: publisherSerial, deviceUserPwd: 'Pw_Publisher_1' },
  }),
  readSlaveNow: ({ spareSlaveId }) => ({ body: { DeviceModuleId: spareSlaveId } }),
};
