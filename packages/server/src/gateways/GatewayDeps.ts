import type { Caller, UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { CardProvider } from '../platform/cards/cardProvider.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { FboxAccount } from '../platform/fbox/fboxAccount.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { Log } from '../platform/log/log.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';

/** Where gateways find this server, as far as it is known; a port is null where nothing listens. */
export interface FieldAddress {
  /** Null: nobody said under which name it is reached from outside. */
  readonly host: string | null;
  readonly dtuPort: number | null;
  readonly mqttPort: number | null;
  readonly isTls: boolean;
}

/** A key that a gateway publishes; what it last said under it. */
export interface HeardKey {
  /** Behind the gateway, as it names it; null: the gateway itself. */
  readonly device: string | null;
  readonly key: string;
  readonly value: number | null;
  /** What was sent instead of a number. */
  readonly text: string | null;
  readonly unit: string | null;
  /** It came as true or false. */
  readonly isState: boolean;
  /** When it arrived, epoch ms. */
  readonly at: number;
}

export interface GatewayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Log;
  /** Says which addresses may be dialled. */
  readonly guard: OutboundGuard;
  /** When a slave of a line that is open now is asked the next time, epoch ms; null: it is not polled. */
  nextAskAt(gatewayId: number, slaveAddress: number): number | null;
  /** When a gateway was last heard of, epoch ms: newer than what is stored now and then. Null: not since our start. */
  lastSeenAt(gatewayId: number): number | null;
  /** Reads all of a slave now, where its line is open and it is polled. */
  readNow(gatewayId: number, slaveAddress: number): void;
  /** The carrier of communication cards; null: none is configured. */
  readonly cards: CardProvider | null;
  /** The FBox account; null: none is configured. */
  readonly fbox: FboxAccount | null;
  readonly fieldAddress: FieldAddress;
  /** The key under which secrets of the inventory are kept. */
  readonly secretKey: string;
  /** How many days what is recorded of their points stays when they are deleted now; null: for ever. */
  keptAfterDeletion(which: { gatewayIds?: readonly number[]; slaveIds?: readonly number[] }): Promise<number | null>;
  /** What an MQTT gateway publishes under keys for which no point was set up when it did, the newest first. */
  heardKeysOf(gateway: { id: number; company_id: number }): readonly HeardKey[];
  /** How many points of a gateway have no good present reading. */
  badPointsOf(tenant: UserTenant, gatewayId: number, away: { gateway: boolean; slaveIds: ReadonlySet<number> }): number;
}

export type GatewayContext = CallContext<Caller>;
