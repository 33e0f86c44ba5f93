import type { Samples } from '../sampleValues.ts';

export const samplesOfMeters: Samples = {
  addPrepaidAccount: ({ bareMeterId, freeSwitchPointId }) => ({
    body: { MeterId: bareMeterId, SwitchPointId: freeSwitchPointId, Opening: 20 },
  }),
  editPrepaidAccount: ({ switchPointId }) => ({
    // Never what it was: a change that changes nothing tells nobody.
    body: { Overdraft: 1 + (Date.now() % 99_000), SwitchPointId: switchPointId },
  }),
  askInterruptible: ({ protectedAccountId }) => ({
    body: { AccountId: protectedAccountId, Reason: 'Moved to another feeder' },
  }),
  agreeInterruptible: ({ loosenedAccountId }) => ({ body: { AccountId: loosenedAccountId } }),
  withdrawInterruptible: ({ spareLoosenedAccountId }) => ({ body: { AccountId: spareLoosenedAccountId } }),
  closePrepaidAccount: ({ closableAccountId }) => ({ body: { AccountId: closableAccountId } }),
  rechargeMeter: () => ({ body: { Amount: 100 } }),
  deliverRecharge: ({ rechargeId }) => ({ body: { OrderId: rechargeId } }),
  settleRecharge: ({ disputedId }) => ({ body: { OrderId: disputedId } }),
  reverseRecharge: ({ reversibleId }) => ({ body: { OrderId: reversibleId } }),
  orderSwitch: () => ({ body: { Want: 'on' } }),
};
