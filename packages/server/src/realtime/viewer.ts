import type { PermissionName } from '@watchpost/contract';
import { companiesOfUser, grantsOfUser, maySee, system, tenantOf, type UserTenant, withLent } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { LiveTopic } from './liveTopic.ts';

const seesValues: readonly PermissionName[] = ['monitorView', 'monitorEdit'];
const seesGateways: readonly PermissionName[] = ['terminals', 'terminalsEdit', 'companyTerminals'];
const seesAlarms: readonly PermissionName[] = ['monitorView', 'monitorEdit', 'alarmManage'];

/** What one signed-in user listens to and may receive, in memory because every message is checked against it. */
export class Viewer {
  readonly userId: number;
  readonly sessionId: string;
  /** When the token of this connection ends, epoch milliseconds. */
  readonly expiresAt: number;
  #values: UserTenant[] = [];
  #alarms: UserTenant[] = [];
  #gateways: UserTenant[] = [];
  #companies: ReadonlySet<number> = new Set();
  #reloads = 0;
  /** The topics of values that are subscribed to, as they were written. */
  readonly valueTopics = new Map<string, { projectId: number; deviceId: number | null }>();

  constructor({ userId, sessionId, expiresAt }: { userId: number; sessionId: string; expiresAt: number }) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
  }

  /** Reads the user's rights again. Of several at a time the one that began last counts: it has seen the latest change. */
  async reload(db: Db): Promise<void> {
    const turn = ++this.#reloads;
    const companies = await companiesOfUser(system, db, this.userId);
    const grants = (await Promise.all(companies.map(({ id }) => grantsOfUser(system, db, this.userId, id)))).filter(
      (held) => held !== null,
    );
    if (turn !== this.#reloads) return;
    this.#companies = new Set(grants.map(({ companyId }) => companyId));
    this.#values = grants.map((held) => tenantOf(this.userId, withLent(held), seesValues));
    this.#alarms = grants.map((held) => tenantOf(this.userId, withLent(held), seesAlarms));
    this.#gateways = grants.map((held) => tenantOf(this.userId, held, seesGateways));
  }

  isOf(companies: ReadonlySet<number>): boolean {
    return [...companies].some((id) => this.#companies.has(id));
  }

  /** Whether a subscription is about anything the user may see at all. */
  maySubscribe(topic: LiveTopic): boolean {
    if ('userId' in topic) return topic.userId === this.userId;
    if ('companyId' in topic) return this.#companies.has(topic.companyId);
    return this.#tenants(topic.kind).some((tenant) => tenant.projectIds.includes(topic.projectId));
  }

  /** Whether the user may receive a message. */
  mayReceive(topic: LiveTopic): boolean {
    if ('userId' in topic) return topic.userId === this.userId;
    if ('companyId' in topic) return this.#companies.has(topic.companyId);
    // Like an alarm without a device: for viewers who see all of the project.
    if (topic.kind === 'gateways') return this.#gateways.some((tenant) => maySee(tenant, topic.projectId, null));
    // Device 0 stands for an alarm that belongs to no device.
    const deviceId = topic.deviceId === 0 ? null : topic.deviceId;
    const level = 'level' in topic ? (topic.level ?? undefined) : undefined;
    return this.#tenants(topic.kind).some((tenant) => maySee(tenant, topic.projectId, deviceId, level));
  }

  #tenants(kind: Exclude<LiveTopic, { userId: number } | { companyId: number }>['kind']): readonly UserTenant[] {
    return kind === 'alarms' ? this.#alarms : kind === 'gateways' ? this.#gateways : this.#values;
  }
}
