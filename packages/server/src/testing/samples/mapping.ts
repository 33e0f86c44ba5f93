import type { Samples } from '../sampleValues.ts';

const usrMapping = {
  Topic: 'usr/{device}/up',
  Values: ['/{key}'],
  Time: '/ts',
  UtcOffsetMinutes: 480,
  Quality: '/q',
  QualityGood: ['0'],
  Failures: ['ERR'],
  Ignore: ['id'],
  CommandTopic: 'usr/{device}/down',
  CommandPayload: '{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}',
  ReplyTopic: 'usr/{device}/up',
  ReplyId: '/id',
  ReplyResult: '/err',
  ReplyAccepted: ['0'],
};

export const samplesOfMapping: Samples = {
  addMappingProfile: ({ freePlaceName }) => ({
    body: { MappingName: `${freePlaceName} USR`, Note: 'M100', ...usrMapping },
  }),
  getCapturedMessages: ({ mqttGatewayId }) => ({ query: { deviceId: mqttGatewayId } }),
  tryMapping: ({ mqttGatewayId }) => ({ body: { DeviceId: mqttGatewayId, Mapping: usrMapping } }),
  updateMappingProfile: ({ freePlaceName }) => ({
    body: { MappingName: `${freePlaceName} M100`, Note: '', ...usrMapping },
  }),
};
