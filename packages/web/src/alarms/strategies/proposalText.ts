import { defineText } from '../../lib/defineText.ts';

export const proposalText = defineText({
  title: {
    zh: (count: number) => `为这 ${count} 台设备设置报警策略`,
    en: (count: number) => (count === 1 ? 'Alarm policy for this device' : `Alarm policies for these ${count} devices`),
  },
  andMore: { zh: (count: number) => `，另有 ${count} 台`, en: (count: number) => ` and ${count} more` },
  untilThen: {
    zh: '保存策略之前，这些点位不会报警。',
    en: 'Until a policy is saved, their points raise no alarms.',
  },
  groupOf: {
    zh: (deviceClass: string, type: string) => `${deviceClass} · ${type}`,
    en: (deviceClass: string, type: string) => `${deviceClass} · ${type}`,
  },
  counts: {
    zh: (devices: number, points: number) => `${devices} 台设备，${points} 个点位`,
    en: (devices: number, points: number) =>
      `${devices} ${devices === 1 ? 'device' : 'devices'}, ${points} ${points === 1 ? 'point' : 'points'}`,
  },
  template: { zh: '策略模板', en: 'Template' },
  ofProject: { zh: '本项目同类设备', en: 'Same class in this project' },
  ofOther: { zh: (project: string) => `同类设备 · ${project}`, en: (project: string) => `Same class · ${project}` },
  extends: { zh: (name: string) => `加入策略“${name}”`, en: (name: string) => `Added to the policy “${name}”` },
  contacts: { zh: (names: string) => `通知：${names}`, en: (names: string) => `Notifies: ${names}` },
  noContacts: {
    zh: '没有联系人：短信和电话仅发给值班人员，保存后可添加',
    en: 'No contacts: only people on duty get SMS and calls. Add contacts after saving.',
  },
  none: { zh: '暂不设置', en: 'None for now' },
  save: {
    zh: (count: number) => (count > 1 ? `采用并保存 ${count} 条策略` : '采用并保存'),
    en: (count: number) => (count > 1 ? `Save ${count} policies` : 'Save this policy'),
  },
  another: { zh: '另设策略', en: 'Set up another' },
  later: { zh: '稍后', en: 'Later' },
  saved: {
    zh: (count: number) => (count > 1 ? `已保存 ${count} 条策略` : '已保存'),
    en: (count: number) => (count > 1 ? `${count} policies saved` : 'Saved'),
  },
  savedWithoutContacts: {
    zh: '已保存。有策略没有联系人：短信和电话仅发给值班人员。请打开策略添加联系人。',
    en: 'Saved. Some of these policies have no contacts: only people on duty get SMS and calls. Open them to add contacts.',
  },
  lacking: {
    zh: (count: number) => `${count} 台设备缺少条件所需的点位，请查看策略。`,
    en: (count: number) =>
      count === 1
        ? '1 device lacks a point that a condition needs: look at the policy.'
        : `${count} devices lack points that a condition needs: look at the policy.`,
  },
});
