import { type gatewayCalls, gatewayErrors, type Language } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { aboutGateway } from '../aboutGateway.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf } from '../gatewayTenant.ts';
import { needGateway, needGatewayToSetUp } from '../needGateway.ts';
import { epochOf, simStatusOf } from '../present.ts';
import { lockGateways } from '../setUp/gateway.store.ts';
import { refusingTaken } from '../setUp/refusingTaken.ts';
import { cardOf, deleteCard, type GatewayCard, insertCard } from './card.store.ts';
import { flowOf } from './cardFlow.ts';
import { type CardSource, readCard } from './readCard.ts';

type CardCalls = Pick<typeof gatewayCalls, 'cardUsageInfo' | 'deviceBindICCID' | 'deviceUnBindICCID'>;

const sourceText: Record<CardSource, { zh: string; en: string }> = {
  carrier: { zh: '运营商的最新数据', en: 'As the carrier says now' },
  noCard: { zh: '未绑定通信卡', en: 'No communication card is bound' },
  notConfigured: {
    zh: '本系统未接入运营商，卡状态和流量不可用',
    en: 'No carrier is connected to this installation: state and usage are not available',
  },
  unknownCard: { zh: '运营商账号下没有这张卡', en: 'The carrier does not know this card' },
  noAnswer: {
    zh: '运营商暂时没有应答，以下为上次读取的数据',
    en: 'The carrier does not answer at the moment. This is what it said last',
  },
  refused: {
    zh: '运营商拒绝了本系统的凭证，请联系平台运维；以下为上次读取的数据',
    en: 'The carrier refuses the token of this installation: ask its operator. This is what it said last',
  },
  tooOften: {
    zh: '运营商限制查询频率，以下为上次读取的数据',
    en: 'The carrier wants to be asked less often. This is what it said last',
  },
  unreadable: {
    zh: '运营商的应答无法解析，请管理员检查 CARD_ANSWER；以下为上次读取的数据',
    en: 'What the carrier answers cannot be read: the administrator should check CARD_ANSWER. This is what it said last',
  },
};

export function cardHandlers(deps: GatewayDeps): Handlers<CardCalls> {
  const { db, clock } = deps;

  return {
    async deviceBindICCID(context, { query }) {
      const { caller, language } = context;
      await refusingTaken({ card: 'ICCID' }, language, () =>
        inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
          await lockGateways(system, transaction, [query.deviceId]);
          const { gateway } = await needGatewayToSetUp(caller, transaction, query.deviceId);
          if (gateway.card_number === query.ICCID) return unchanged();
          if (gateway.card_number !== null) throw new Refusal(gatewayErrors.cardBound, { name: gateway.name });
          await insertCard(system, transaction, gateway.id, query.ICCID, new Date(clock.now()));
          log({ ...aboutGateway(gateway), before: { cardNumber: null }, after: { cardNumber: query.ICCID } });
        }),
      );
      // What it stands at is told in the list at once, where it can be told; the binding holds in any case.
      await readCard(deps, { card_number: query.ICCID, is_known: null, read_at: null });
      return null;
    },

    async deviceUnBindICCID(context, { query }) {
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        await lockGateways(system, transaction, [query.deviceId]);
        const { gateway } = await needGatewayToSetUp(context.caller, transaction, query.deviceId);
        if (gateway.card_number === null) throw new Refusal(gatewayErrors.noCard, { name: gateway.name });
        await deleteCard(system, transaction, gateway.id);
        log({ ...aboutGateway(gateway), before: { cardNumber: gateway.card_number }, after: { cardNumber: null } });
      });
      return null;
    },

    async cardUsageInfo({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const bound = await cardOf(tenant, db, gateway.id);
      const source = bound ? await readCard(deps, bound) : 'noCard';
      const card = source === 'carrier' || source === 'unknownCard' ? await cardOf(tenant, db, gateway.id) : bound;
      return presentUsage({ gateway, card, source, language });
    },
  };
}

function presentUsage({
  gateway,
  card,
  source,
  language,
}: {
  gateway: { id: number; name: string; name_en: string | null };
  card: GatewayCard | undefined;
  source: CardSource;
  language: Language;
}) {
  return {
    DeviceId: gateway.id,
    DeviceName: inLanguage(gateway.name, gateway.name_en, language),
    ICCID: card?.card_number ?? null,
    Source: source,
    SimStatus: simStatusOf(card?.state ?? null),
    SimFlowStatus: flowOf(card),
    UsedMB: card?.used_megabytes ?? null,
    UsedTodayMB: card?.used_today_megabytes ?? null,
    TotalMB: card?.total_megabytes ?? null,
    ExpireDate: card?.expires_on ?? null,
    ReadEPOCH: epochOf(card?.read_at ?? null),
    BindEPOCH: epochOf(card?.bound_at ?? null),
    Message: sourceText[source][language],
  };
}
