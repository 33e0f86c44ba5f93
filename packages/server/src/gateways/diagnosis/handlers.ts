import { type gatewayCalls, isDialled, isSerialLine, type Language, simFlow } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { cardOf } from '../cards/card.store.ts';
import { flowOf } from '../cards/cardFlow.ts';
import { readCard } from '../cards/readCard.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { type GatewayTenant, gatewayTenantOf } from '../gatewayTenant.ts';
import { mayDial } from '../mayDial.ts';
import { needGateway } from '../needGateway.ts';
import { countBelongings } from '../setUp/belongings.store.ts';
import {
  cardStateWords,
  evidenceText,
  lineSentence,
  refusalSentence,
  refusalWords,
  secondMasterAdvice,
  secondMasterTrouble,
  surplusKeysOf,
  troubleSentence,
  verdictWords,
} from './diagnosisText.ts';
import {
  type GatewayEvent,
  neighboursOf,
  pageEvents,
  refusedSince,
  secondMastersSince,
  strangersSince,
} from './event.store.ts';
import { type OfflineFacts, similarStrangers, whyOffline } from './whyOffline.ts';

type DiagnosisCalls = Pick<typeof gatewayCalls, 'getDeviceConnectLog' | 'getDeviceOfflineReason'>;

/** Unknown senders of the last three days: an installer looks on the day of the connection. */
const strangersWithinMs = 3 * 86_400_000;
/** Gateways that fall silent within this time of each other have the same reason. */
const togetherMs = 3 * 60_000;

/** A second master is noted once an hour while it asks. */
const secondMasterWithinMs = 2 * 3_600_000;

/** The beginning of what was refused, as text where it is text. */
function headOf({ subject, head }: GatewayEvent): string | null {
  if (head === null) return null;
  const text = head.toString('utf8');
  const isText = !text.includes('\uFFFD') && !/\p{Cc}/u.test(text.replace(/[\r\n\t]/g, ''));
  const shown = isText ? text : (head.toString('hex').match(/../g)?.join(' ') ?? '');
  return [subject, shown].filter(Boolean).join('  ') || null;
}

export function diagnosisHandlers(deps: GatewayDeps): Handlers<DiagnosisCalls> {
  const { db, clock } = deps;

  /** The card with what its carrier says now; where it says nothing, with what it said last. */
  const cardNow = async (tenant: GatewayTenant, gatewayId: number) => {
    const card = await cardOf(tenant, db, gatewayId);
    if (!card) return undefined;
    const source = await readCard(deps, card);
    return source === 'carrier' || source === 'unknownCard' ? cardOf(tenant, db, gatewayId) : card;
  };

  return {
    async getDeviceConnectLog({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const page = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } = await pageEvents(
        tenant,
        db,
        { gatewayId: gateway.id, kind: query.kind, slaveId: query.deviceModuleId },
        page,
      );
      return { Data: rows.map((row) => presentEvent(row, isDialled(gateway.protocol), language)), TotalCount: total };
    },

    async getDeviceOfflineReason({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const now = clock.now();
      const offlineSince = gateway.online ? null : gateway.offline_since;
      const around = offlineSince ?? new Date(0);
      const [refused, strangers, card, belongings, neighbours, secondMasters] = await Promise.all([
        refusedSince(tenant, db, gateway.id, gateway.last_seen_at),
        strangersSince(system, db, new Date(now - strangersWithinMs)),
        gateway.online ? undefined : cardNow(tenant, gateway.id),
        countBelongings(tenant, db, { gatewayIds: [gateway.id], slaveIds: [] }),
        neighboursOf(tenant, db, gateway, {
          from: new Date(around.getTime() - togetherMs),
          to: new Date(around.getTime() + togetherMs),
        }),
        gateway.online ? secondMastersSince(tenant, db, gateway.id, new Date(now - secondMasterWithinMs)) : [],
      ]);
      const isUsedUp = flowOf(card) === simFlow.usedUp;
      const facts: OfflineFacts = {
        now,
        online: gateway.online,
        protocol: gateway.protocol,
        serialNumber: gateway.serial_number,
        identity: gateway.registration_identity,
        userName: gateway.user_name,
        lastSeenAt: gateway.last_seen_at?.getTime() ?? null,
        offlineSince: offlineSince?.getTime() ?? null,
        changedAt: gateway.desired_at.getTime(),
        disconnectedAt: gateway.disconnected_at?.getTime() ?? null,
        isForbidden:
          !gateway.online && isDialled(gateway.protocol) && gateway.address !== null
            ? !(await mayDial(deps.guard, gateway.address))
            : false,
        hasPassword: gateway.password_hash !== null,
        refused: refused.map(({ at, reason }) => ({ at: at.getTime(), reason })),
        strangers: strangers.map(({ at, subject }) => ({ at: at.getTime(), subject })),
        card: card?.read_at ? { state: card.state, isUsedUp, readAt: card.read_at.getTime() } : null,
        polledPoints: isSerialLine(gateway.protocol) ? belongings.points : null,
        neighbours: { total: neighbours.total, alsoSilent: neighbours.also_silent },
      };
      const verdict = whyOffline(facts);
      const { message, advice } = verdictWords(verdict.reason, verdict.detail, language);
      return {
        DeviceId: gateway.id,
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        Reason: verdict.reason,
        SinceEPOCH: facts.lastSeenAt === null ? null : verdict.since,
        Message: message,
        Advice: secondMasters.length > 0 ? [secondMasterAdvice[language]] : advice,
        Evidence: gateway.online
          ? secondMasters.map(({ at, slave_name }) => ({
              EPOCH: at.getTime(),
              Message: secondMasterWords(slave_name, language),
            }))
          : evidenceOf(facts, language),
      };
    },
  };
}

const kindOfSlave = { up: 'slaveUp', down: 'slaveDown', fault: 'fault', mended: 'mended', refused: 'refused' } as const;

const presentEvent = (row: GatewayEvent, dialled: boolean, language: Language) => ({
  EPOCH: row.at.getTime(),
  Kind:
    surplusKeysOf(row.detail) !== null ? ('note' as const) : row.slave_name === null ? row.kind : kindOfSlave[row.kind],
  SlaveName: row.slave_name,
  Message:
    row.kind === 'refused'
      ? refusalSentence(
          {
            reason: row.detail,
            leftOut: row.left_out_count ?? 0,
            cut:
              row.head && row.byte_count !== null && row.head.length > 0 && row.head.length < row.byte_count
                ? { kept: row.head.length, of: row.byte_count }
                : null,
          },
          language,
        )
      : row.kind === 'fault' || row.kind === 'mended'
        ? troubleSentence({ kind: row.kind, slaveName: row.slave_name, detail: row.detail }, language)
        : lineSentence({ kind: row.kind, slaveName: row.slave_name, detail: row.detail, isDialled: dialled }, language),
  Detail: headOf(row),
});

function secondMasterWords(slaveName: string | null, language: Language): string {
  const words = troubleSentence({ kind: 'fault', slaveName, detail: secondMasterTrouble }, language);
  if (slaveName === null) return words;
  return language === 'zh' ? `从站「${slaveName}」：${words}` : `Slave “${slaveName}”: ${words}`;
}

/** The facts that support the reason, newest first. */
function evidenceOf(facts: OfflineFacts, language: Language): { EPOCH: number | null; Message: string }[] {
  const evidence: { EPOCH: number | null; Message: string }[] = [];
  const add = (at: number | null, message: string): void => void evidence.push({ EPOCH: at, Message: message });
  if (facts.lastSeenAt !== null) {
    add(facts.lastSeenAt, evidenceText.lastSeen[language]);
    if (facts.offlineSince !== null) add(facts.offlineSince, evidenceText.offline[language]);
  }
  for (const { at, reason } of facts.refused.slice(0, 3))
    add(at, evidenceText.refused[language](refusalWords(reason, language)));
  for (const { at, shown } of similarStrangers(facts).slice(0, 3)) add(at, evidenceText.stranger[language](shown));
  if (facts.card) {
    const state = facts.card.isUsedUp ? 'usedUp' : facts.card.state;
    if (state !== null && state !== 'inUse')
      add(facts.card.readAt, evidenceText.card[language](cardStateWords(state, language)));
  }
  if (facts.neighbours.alsoSilent > 0 && facts.lastSeenAt !== null)
    add(facts.offlineSince, evidenceText.neighbours[language](facts.neighbours.alsoSilent, facts.neighbours.total));
  return evidence.sort((a, b) => (b.EPOCH ?? 0) - (a.EPOCH ?? 0));
}
