import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of mapping profiles. */
export const mappingErrors = {
  unknownProfile: {
    code: 404,
    zh: '该映射方案不存在，可能已被删除，请刷新',
    en: 'This mapping does not exist. It may have been deleted. Refresh.',
  },
  nameTaken: {
    code: 409,
    field: 'MappingName',
    zh: '已有名为「{name}」的映射方案',
    en: 'There is already a mapping named “{name}”.',
  },
  inUse: {
    code: 409,
    zh: '仍有 {count} 个网关使用此映射方案，请先为它们改选其他方案',
    en: '{count} gateways still use this mapping. Choose another one for them first.',
  },
  usedElsewhere: {
    code: 403,
    zh: '其他项目的网关也在使用此映射方案，而您不能设置那些项目的网关。请复制一份再修改',
    en: 'Gateways of projects that you may not set up use this mapping, too. Make a copy and change that.',
  },
  notMqtt: {
    code: 409,
    zh: '只有 MQTT 网关才会上报消息',
    en: 'Only an MQTT gateway publishes messages.',
  },
} satisfies ErrorCatalogue;
