import {
  type Bilingual,
  gatewayErrors,
  inputWords,
  isDialled,
  isSerialLine,
  type Language,
  logFields,
} from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { pathsOfUnstorable } from '../../platform/http/validate.ts';
import { bringPoints, lockPoints, planPoints, type WantedPoint } from '../../points/index.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayContext, GatewayDeps } from '../GatewayDeps.ts';
import { needGatewayToSetUp } from '../needGateway.ts';
import { needWords } from '../setUp/changeGateway.ts';
import { writeSlaves } from '../setUp/changeSlaves.ts';
import { type GatewayValues, lockGateways, type SetUpGateway, updateGateways } from '../setUp/gateway.store.ts';
import { refusingTaken } from '../setUp/refusingTaken.ts';
import { slavesOf } from '../setUp/slave.store.ts';
import { protocolText } from '../wordsInSheets.ts';
import { type Difference, differencesOf, fileFormat, GatewayFile, gatewayFile, nameOfPoint } from './gatewayFile.ts';
import { pointsInFile } from './pointFile.store.ts';

/** Nesting allowed in a file. A downloaded file has five levels (down to a status register). Much deeper ones are refused. */
const deepest = 12;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)));
/** A point of a file that is refused, and the reason. */
interface PointProblem {
  readonly name: string;
  readonly message: string;
}

const lists: Readonly<Record<string, (place: number) => Bilingual>> = {
  slaves: (place) => ({ zh: `第 ${place} 个从站`, en: `slave ${place} of the file` }),
  points: (place) => ({ zh: `第 ${place} 个点位`, en: `point ${place} of the file` }),
};

/** `slave 4 of the file · Address: …`: the place of the first error in a file, and the error, for files edited by hand. */
function whatIsWrong(json: unknown, language: Language): string {
  const issue = GatewayFile.safeParse(json, { error: (raw) => inputWords(raw, language) }).error?.issues[0];
  const [first, place] = issue?.path ?? [];
  const list = typeof place === 'number' ? lists[String(first)]?.(place + 1) : undefined;
  const field = String(issue?.path.at(-1) ?? 'format');
  const word = (issue?.path.length === 1 ? null : logFields[field]?.[language]) ?? field;
  return [list?.[language], `${word}${language === 'zh' ? '：' : ': '}${issue?.message ?? ''}`]
    .filter(Boolean)
    .join(' · ');
}

/** @throws Refusal saying what is wrong with it, the first thing */
export function readGatewayFile(content: Uint8Array): GatewayFile {
  const wrong = (reason: string, reasonEn = reason) =>
    new Refusal(gatewayErrors.wrongConfiguration, { reason, reasonEn });
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(content).toString('utf8'));
  } catch {
    throw wrong('内容不是 JSON', 'it is not JSON');
  }
  if (isDeeperThan(deepest, json)) throw wrong('内容不是 JSON', 'it is not JSON');
  if ((json as { format?: unknown } | null)?.format !== fileFormat)
    throw wrong('是其他类型的文件', 'it is a file of another kind');
  const parsed = GatewayFile.safeParse(json);
  if (!parsed.success) throw wrong(whatIsWrong(json, 'zh'), whatIsWrong(json, 'en'));
  const [unstorable] = pathsOfUnstorable(parsed.data);
  if (unstorable !== undefined) throw wrong(unstorable);
  return parsed.data;
}

/**
 * Compares a configuration file with a gateway, and brings settings, slaves and points to what the file says: all of it, or
 * nothing when a point cannot be so. What is only on the gateway stays: a file is a template as often as a backup. Serial number
 * and password stay as well, and what another gateway registers by.
 */
export function applyFile(
  deps: GatewayDeps,
  context: GatewayContext,
  gatewayId: number,
  whole: GatewayFile,
  { isDryRun }: { isDryRun: boolean },
): Promise<{ isApplied: boolean; differences: Difference[]; problems: PointProblem[] }> {
  const { caller, language } = context;
  return refusingTaken({ identity: '' }, language, () =>
    inOneWrite(deps, context, async (write) => {
      const { transaction, log, unchanged, afterCommit } = write;
      if (!isDryRun) await lockGateways(system, transaction, [gatewayId]);
      const { tenant, gateway } = await needGatewayToSetUp(caller, transaction, gatewayId);
      const pointsOf = { id: gatewayId, projectId: gateway.project_id, isMqtt: gateway.protocol === 'MQTT' };
      const file = fitting(gateway, whole);
      /** By the slaves as they are, or will be. */
      const planNow = async () => {
        const byAddress = new Map(
          (await slavesOf(tenant, transaction, gatewayId)).map(({ address, id }) => [address, id]),
        );
        const inFile = new Set(file.slaves.map(({ address }) => address));
        const idOf = (address: number | null): WantedPoint['slaveId'] =>
          address === null ? null : (byAddress.get(address) ?? (inFile.has(address) ? 'new' : null));
        const wanted = file.points.map(({ slaveAddress, pointType, ...values }) => ({
          ...given(values),
          name: values.name,
          type: pointType,
          slaveId: idOf(slaveAddress),
        }));
        const plan = await planPoints(tenant, transaction, pointsOf, wanted, language);
        const problems = plan.problems.map(({ place, message }) => ({
          name: nameOfPoint(file.points[place]!),
          message,
        }));
        return { plan, problems };
      };
      if ((file.protocol === 'MQTT') !== (gateway.protocol === 'MQTT'))
        throw new Refusal(gatewayErrors.configurationOfOther, { protocol: protocolText[file.protocol][language] });
      const present = gatewayFile(
        gateway,
        await slavesOf(tenant, transaction, gatewayId),
        await pointsInFile(tenant, transaction, gatewayId),
      );
      const format = file.gateway.payloadFormat;
      if (format === 'mapping' && gateway.payload_format !== 'mapping')
        throw new Refusal(gatewayErrors.mappingNotInFile);
      const differences = differencesOf(present, file, language);
      if (isDryRun) {
        unchanged();
        return { isApplied: false, differences, problems: (await planNow()).problems };
      }
      const wanted = file.gateway;
      const changed = differing<GatewayValues>(gateway, {
        name: wanted.name,
        name_en: wanted.nameEn,
        model: wanted.model,
        description: wanted.description,
        ...(isDialled(gateway.protocol) && wanted.address !== null ? { address: wanted.address } : {}),
        ...(gateway.protocol === 'DTU'
          ? {
              registration_mode: wanted.registrationMode,
              ...(wanted.registrationIdentity === undefined
                ? {}
                : { registration_identity: wanted.registrationIdentity || gateway.serial_number }),
            }
          : {}),
        ...(format === undefined ? {} : { payload_format: format }),
        ...(format === undefined || format === 'mapping' ? {} : { mapping_profile_id: null }),
        ...(isSerialLine(gateway.protocol) ? { heartbeat: Buffer.from(wanted.heartbeat, 'hex') } : {}),
      });
      const isGatewayChanged = Object.keys(changed).length > 0;
      if (isGatewayChanged) {
        needWords({ ...gateway, ...changed }, language);
        await updateGateways(tenant, transaction, [gatewayId], changed);
        log({ ...aboutGateway(gateway), ...logged(gateway, changed) });
      }
      let isSlaveChanged = false;
      if (file.slaves.length > 0) {
        const byAddress = new Map(
          (await slavesOf(tenant, transaction, gatewayId)).map((slave) => [slave.address, slave.id]),
        );
        const slaves = file.slaves.map((slave) => ({
          id: byAddress.get(slave.address),
          address: slave.address,
          name: slave.name,
          category: slave.category,
          baud_rate: slave.baudRate,
          data_bits: slave.dataBits,
          parity: slave.parity,
          stop_bits: slave.stopBits,
          max_registers: slave.maxRegisters,
          max_gap: slave.maxGap,
        }));
        isSlaveChanged = (await writeSlaves(tenant, write, gateway, slaves, () => '', language)).isChanged;
      }
      await lockPoints(tenant, transaction, gateway.project_id);
      const { plan, problems } = await planNow();
      const [first] = problems;
      if (first) throw new Refusal(gatewayErrors.wrongPoints, { count: problems.length, ...first });
      const isPointChanged = await bringPoints(tenant, write, deps.events, pointsOf, plan);
      const isApplied = isGatewayChanged || isSlaveChanged || isPointChanged;
      if (!isApplied) unchanged();
      else if (isGatewayChanged || isSlaveChanged)
        afterCommit(() =>
          deps.events.emit('configurationChanged', { companyId: tenant.companyId, kind: 'gateway', ids: [gatewayId] }),
        );
      return { isApplied, differences, problems };
    }),
  );
}

/**
 * Of a file what this gateway can take over: how messages are read is a matter of one that sends them, and the name that another
 * one registers under is that one's own.
 */
function fitting(gateway: SetUpGateway, file: GatewayFile): GatewayFile {
  const { payloadFormat, registrationIdentity, ...values } = file.gateway;
  const isMqtt = gateway.protocol === 'MQTT' && payloadFormat !== undefined;
  const isSame = file.serialNumber === gateway.serial_number && registrationIdentity !== undefined;
  return {
    ...file,
    gateway: { ...values, ...(isMqtt ? { payloadFormat } : {}), ...(isSame ? { registrationIdentity } : {}) },
  };
}
