import { type assetCalls, assetErrors, calls, dayMs, undoDisposalDays } from '@watchpost/contract';
import { type Caller, inEveryProject, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inFen } from '../../platform/yuan.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { type AssetRow, deviceOf, lockCodes, updateAssets } from '../register/asset.store.ts';
import { inLog, needKept, needLockedAssets, subjectOf } from '../register/handlers.ts';
import { deleteDisposal, hasOpenOrders, insertDisposal } from './disposal.store.ts';

type Calls = Pick<typeof assetCalls, 'disposeAsset' | 'undoDisposal'>;

/** Assets that leave: they stay in the register, with what became of them. */
export function disposalHandlers(deps: AssetDeps): Handlers<Calls> {
  const { clock } = deps;

  const log = (
    { caller }: { caller: Caller },
    write: OneWrite,
    asset: AssetRow,
    before: object,
    after: Record<string, unknown>,
  ): void => {
    const { companyId } = caller.tenant;
    write.log({ companyId, projectId: asset.project_id, subject: subjectOf(asset), before: inLog(before), after });
    tellAssets(deps, write, companyId);
  };

  return {
    disposeAsset: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const { transaction } = write;
        const [asset] = (await needLockedAssets(context.caller, write, [body.AssetId])) as [AssetRow];
        needKept([asset]);
        const { usage, device_id, install_date: installed } = asset;
        const now = clock.now();
        if (body.DisposeDate > localOfEpoch(now, await zoneOf(tenant, transaction)).slice(0, 10))
          throw new Refusal(assetErrors.disposedInFuture);
        if (installed !== null && body.DisposeDate < installed)
          throw new Refusal(assetErrors.disposedBeforeInstall, { day: installed });
        if (device_id !== null && (await hasOpenOrders(tenant, transaction, device_id)))
          throw new Refusal(assetErrors.hasOpenOrders);
        const proceeds = inFen(body.Proceeds ?? null);
        await insertDisposal(tenant, transaction, asset.id, {
          disposed_on: body.DisposeDate,
          reason: body.Reason,
          proceeds_fen: proceeds,
          usage: usage === 'idle' ? 'idle' : 'inUse',
          device_id,
          said_at: new Date(now),
        });
        await updateAssets(tenant, transaction, [asset.id], { usage: 'disposed', device_id: null }, new Date(now));
        log(
          context,
          write,
          asset,
          { usage, device_id },
          {
            ...inLog({ usage: 'disposed', device_id: null }),
            disposeDate: body.DisposeDate,
            reason: body.Reason,
            ...(proceeds !== null && { disposeProceeds: proceeds }),
          },
        );
        return null;
      }),

    undoDisposal: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const [asset] = (await needLockedAssets(context.caller, write, [body.AssetId])) as [AssetRow];
        const { disposal } = asset;
        if (disposal === null) throw new Refusal(assetErrors.notDisposed);
        const now = clock.now();
        if (now - disposal.said_at > undoDisposalDays * dayMs) throw new Refusal(assetErrors.disposedLongAgo);
        const { tenant } = inEveryProject(context.caller, calls.undoDisposal.access);
        await lockCodes(tenant, transaction);
        // Its device may be another asset by now, or of another project.
        const device = disposal.device_id === null ? null : await deviceOf(tenant, transaction, disposal.device_id);
        const isFree = device !== null && device.asset_id === null && device.project_id === asset.project_id;
        const values = { usage: disposal.usage, device_id: isFree ? disposal.device_id : null };
        await deleteDisposal(tenant, transaction, asset.id);
        await updateAssets(tenant, transaction, [asset.id], values, new Date(now));
        log(context, write, asset, { usage: asset.usage, device_id: null }, inLog(values));
        return null;
      }),
  };
}
