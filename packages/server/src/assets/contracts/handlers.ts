import { type AllCalls, type assetCalls, assetErrors, commonErrors, type ParsedInput } from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { listAfter } from '../../platform/listAfter.ts';
import { inFen } from '../../platform/yuan.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { presentContract } from '../present.ts';
import { lockCodes } from '../register/asset.store.ts';
import { needLockedAssets, viewerOf } from '../register/handlers.ts';
import {
  type ContractRow,
  type ContractValues,
  deleteContracts,
  insertContract,
  isNumberTaken,
  lockContracts,
  pageContracts,
  setAssets,
  updateContract,
} from './contract.store.ts';

type Calls = Pick<
  typeof assetCalls,
  'getAssetContractPage' | 'addAssetContract' | 'editAssetContract' | 'deleteAssetContract'
>;
type Body = Partial<ParsedInput<AllCalls['addAssetContract']>['body']>;

const valuesOf = (body: Body): Partial<ContractValues> =>
  given({
    number: body.ContractNumber,
    name: body.ContractName,
    kind: body.Kind,
    supplier: body.Supplier,
    valid_from: body.StartDate,
    valid_to: body.EndDate,
    amount_fen: body.Amount === undefined ? undefined : inFen(body.Amount),
    note: body.Note,
  });

const logNames = {
  number: 'assetContractNumber',
  name: 'name',
  kind: 'assetContractKind',
  supplier: 'supplier',
  valid_from: 'contractFrom',
  valid_to: 'contractTo',
  amount_fen: 'assetAmount',
  note: 'note',
  assets: 'assetsOfContract',
} as const satisfies Record<keyof ContractValues | 'assets', string>;
const inLog = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [logNames[key as keyof typeof logNames], value]));

const codesOf = (assets: readonly { code: string }[]): string[] => assets.map(({ code }) => code);

export function contractHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: Pick<ContractRow, 'id' | 'name'>) => ({ kind: 'assetContract' as const, id, name });

  async function needContracts(
    caller: Caller,
    { transaction }: OneWrite,
    ids: readonly number[],
  ): Promise<ContractRow[]> {
    const wanted = [...new Set(ids)];
    const rows = await lockContracts(caller.tenant, transaction, viewerOf(caller), wanted);
    if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return rows;
  }

  async function needToFit(
    caller: Caller,
    { transaction }: OneWrite,
    values: Partial<ContractValues>,
    whole: Pick<ContractValues, 'valid_from' | 'valid_to'>,
    exceptId: number | null,
  ): Promise<void> {
    if (whole.valid_to < whole.valid_from) throw new Refusal(assetErrors.endsBeforeStart);
    if (values.number === undefined) return;
    await lockCodes(caller.tenant, transaction);
    if (await isNumberTaken(caller.tenant, transaction, values.number, exceptId))
      throw new Refusal(assetErrors.contractNumberTaken);
  }

  return {
    async getAssetContractPage({ caller }, { body }) {
      const today = localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);
      const { rows, total } = await pageContracts(
        caller.tenant,
        db,
        viewerOf(caller),
        { text: body.Text, kinds: body.KindList, state: body.State, today },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentContract(row, today)), TotalCount: total };
    },

    addAssetContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const values = { amount_fen: null, ...valuesOf(body) } as ContractValues;
        await needToFit(caller, write, values, values, null);
        const assets = await needLockedAssets(caller, write, body.AssetIdList);
        const id = await insertContract(tenant, write.transaction, values, new Date(clock.now()));
        await setAssets(
          tenant,
          write.transaction,
          viewerOf(caller),
          id,
          assets.map((asset) => asset.id),
        );
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id, name: values.name }),
          after: inLog({ ...values, assets: codesOf(assets) }),
        });
        tellAssets(deps, write, tenant.companyId);
        return { ContractId: id };
      }),

    editAssetContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const [row] = await needContracts(caller, write, [body.ContractId]);
        const before = row!;
        const changed = differing<ContractValues>(before, valuesOf(body as Body));
        const present = before.assets.map(({ id }) => id).sort((a, b) => a - b);
        const ids = listAfter(present, body.AssetIdList, body.AddAssetIdList, body.RemoveAssetIdList).sort(
          (a, b) => a - b,
        );
        const moves = String(ids) !== String(present);
        if (Object.keys(changed).length === 0 && !moves) {
          write.unchanged();
          return null;
        }
        await needToFit(caller, write, changed, { ...before, ...changed }, before.id);
        const at = new Date(clock.now());
        await updateContract(tenant, write.transaction, before.id, changed, at);
        const were: Record<string, unknown> = Object.fromEntries(
          Object.keys(changed).map((key) => [key, before[key as keyof ContractValues]]),
        );
        const are: Record<string, unknown> = { ...changed };
        if (moves) {
          // What stands in it already may be gone from the caller's sight; only what comes in is asked.
          const come = await needLockedAssets(
            caller,
            write,
            ids.filter((id) => !present.includes(id)),
          );
          await setAssets(tenant, write.transaction, viewerOf(caller), before.id, ids);
          const stay = before.assets.filter(({ id }) => ids.includes(id));
          were.assets = codesOf(before.assets);
          are.assets = codesOf([...stay, ...come]);
        }
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: inLog(were),
          after: inLog(are),
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),

    deleteAssetContract: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const contracts = await needContracts(caller, write, body.ContractIdList);
        await deleteContracts(
          tenant,
          write.transaction,
          contracts.map(({ id }) => id),
        );
        for (const contract of contracts)
          write.log({
            companyId: tenant.companyId,
            projectId: null,
            subject: subjectOf(contract),
            before: inLog({ name: contract.name, number: contract.number, valid_to: contract.valid_to }),
          });
        tellAssets(deps, write, tenant.companyId);
        return { Deleted: contracts.length };
      }),
  };
}
