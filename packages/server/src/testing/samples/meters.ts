import type { Samples } from '../sampleValues.ts';

export const samplesOfMeters: Samples = {
  addPrepaidAccount: ({ bareMeterId, switchPointId }) => ({
    body: { MeterId: bareMeterId, SwitchPointId: switchPointId, Opening: 20 },
  }),
  editPrepaidAccount: ({ switchPointId }) => ({
    body: { LowDays: 1 + (Date.now() % 60), SwitchPointId: switchPointId },
  }),
  closePrepaidAccount: ({ closableAccountId }) => ({ body: { AccountId: closableAccountId } }),
  rechargeMeter: () => ({ body: { Amount: 100 } }),
  deliverRecharge: ({ rechargeId }) => ({ body: { OrderId: rechargeId } }),
  settleRecharge: ({ disputedId }) => ({ body: { OrderId: disputedId } }),
  reverseRecharge: ({ reversibleId }) => ({ body: { OrderId: reversibleId } }),
  orderSwitch: () => ({ body: { Want: 'on' } }),
};
