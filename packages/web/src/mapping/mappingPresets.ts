import type { Bilingual, MappingDefinitionRow } from '@watchpost/contract';

/** What is in none of the fields. */
export const emptyMapping: MappingDefinitionRow = {
  Topic: '',
  Values: ['/{key}'],
  Device: null,
  Key: null,
  Time: null,
  UtcOffsetMinutes: 480,
  Quality: null,
  QualityGood: [],
  Unit: null,
  Failures: [],
  Ignore: [],
  CommandTopic: null,
  CommandPayload: '',
  ReplyTopic: null,
  ReplyId: null,
  ReplyResult: null,
  ReplyAccepted: [],
};

interface Preset {
  readonly label: Bilingual;
  readonly mapping: Partial<MappingDefinitionRow>;
  /** A message of that format, to try it on. */
  readonly sample: { readonly topic: string; readonly payload: string };
}

const sampleOf = (topic: string, payload: object) => ({ topic, payload: JSON.stringify(payload, null, 2) });

/** Formats that gateways are often sold with; topics are their examples and are to be changed. */
export const mappingPresets: Readonly<Record<string, Preset>> = {
  flat: {
    label: { zh: '平铺：{"键":数值}（USR 等）', en: 'Flat: {"key":value} (USR and others)' },
    mapping: {
      Topic: 'usr/{device}/up',
      Values: ['/{key}'],
      Failures: ['ERR'],
      CommandTopic: 'usr/{device}/down',
      CommandPayload:
        '{"rw_prot":{"Ver":"1.0.1","dir":"down","id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}}',
    },
    sample: sampleOf('usr/case1/up', { temperature: '-18.2', relay5: 1, door: 'ERR' }),
  },
  records: {
    label: { zh: '列表：[{"n":键,"v":数值}]', en: 'Records: [{"n":key,"v":value}]' },
    mapping: {
      Topic: 'gw/{device}/data',
      Values: ['/data/*/v'],
      Key: '/data/*/n',
      Time: '/ts',
      Quality: '/data/*/q',
      QualityGood: ['0'],
    },
    sample: sampleOf('gw/case1/data', {
      ts: 1795264200,
      data: [
        { n: 'temp', v: -18.2, q: 0 },
        { n: 'humidity', v: 55, q: 1 },
      ],
    }),
  },
  alink: {
    label: { zh: 'Alink 属性上报', en: 'Alink property post' },
    mapping: {
      Topic: '/sys/+/{device}/thing/event/property/post',
      Values: ['/params/{key}/value'],
      Time: '/params/{key}/time',
    },
    sample: sampleOf('/sys/pk/case1/thing/event/property/post', {
      id: '123',
      version: '1.0',
      params: { temp: { value: 23.6, time: 1795264200000 } },
      method: 'thing.event.property.post',
    }),
  },
  devices: {
    label: { zh: '按设备：{"设备":[{"ts","values"}]}', en: 'By device: {"device":[{"ts","values"}]}' },
    mapping: { Topic: 'site/up', Values: ['/{device}/*/values/{key}'], Time: '/{device}/*/ts' },
    sample: sampleOf('site/up', { 'Case 1': [{ ts: 1795264200000, values: { temp: -18.2 } }] }),
  },
};
