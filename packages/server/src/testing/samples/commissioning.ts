import type { Samples } from '../sampleValues.ts';

/** As many points as a signature needs. */
const strokes = `M10 90${Array.from({ length: 24 }, (_, i) => ` L${20 + i * 10} ${80 + (i % 3) * 10}`).join('')}`;

export const samplesOfCommissioning: Samples = {
  getDebugOrder: ({ debugOrderId }) => ({ query: { orderId: debugOrderId } }),
  addDebugOrder: ({ debugFreeProjectId, userId }) => ({
    body: { ProjectId: debugFreeProjectId, DebugPersonId: userId },
  }),
  editDebugOrder: ({ debugOrderId }) => ({ body: { OrderId: debugOrderId, Address: 'Dock 4', EstimatedHours: 7.25 } }),
  deleteDebugOrder: ({ spareDebugOrderId }) => ({ body: { OrderId: spareDebugOrderId } }),
  tickDebugItem: ({ debugOrderId }) => ({
    body: { OrderId: debugOrderId, Check: 'doorsTested' as const, Ticked: true },
  }),
  waiveDebugItem: ({ debugOrderId }) => ({ body: { OrderId: debugOrderId, Check: 'alarmConfirmed' as const } }),
  finishDebugOrder: ({ readyDebugOrderId }) => ({ body: { OrderId: readyDebugOrderId, ActualHours: 8 } }),
  reopenDebugOrder: ({ doneDebugOrderId }) => ({ body: { OrderId: doneDebugOrderId } }),
  sendTestAlarm: ({ testableDebugOrderId, userId }) => ({
    body: { OrderId: testableDebugOrderId, ContactList: [{ UserId: userId, Channel: 'email' as const }] },
  }),
  addStoreTemplate: ({ freeStoreName }) => ({ body: { TemplateName: freeStoreName } }),
  deleteStoreTemplate: ({ spareStoreTemplateId }) => ({ body: { TemplateId: spareStoreTemplateId } }),
  compareStoreTemplate: ({ debugOrderId, storeTemplateId }) => ({
    query: { orderId: debugOrderId, templateId: storeTemplateId },
  }),
  applyStoreTemplate: ({ spareDebugOrderId, storeTemplateId, storeSeen }) => ({
    body: { OrderId: spareDebugOrderId, TemplateId: storeTemplateId, Seen: storeSeen },
  }),
  launchDebugOrder: ({ signableDebugOrderId }) => ({
    body: { OrderId: signableDebugOrderId, Reason: 'The shop opens on Monday all the same' },
  }),
  signDebugOrder: ({ signableDebugOrderId }) => ({
    body: { OrderId: signableDebugOrderId, Role: 'store' as const, Path: strokes },
  }),
  downloadDebugHandover: ({ debugOrderId }) => ({ query: { orderId: debugOrderId } }),
};
