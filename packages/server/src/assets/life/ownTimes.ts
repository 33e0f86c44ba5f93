/** That an asset is, or was, a device. */
export interface DeviceLink {
  /** Null: it was deleted. */
  readonly assetId: number | null;
  readonly deviceId: number;
  /** Epoch ms; null: before that was kept. */
  readonly linkedAt: number | null;
  /** Epoch ms; null: it is this device still. */
  readonly unlinkedAt: number | null;
  /** Epoch ms of the beginning of the day of installation; null: not known. */
  readonly installedAt: number | null;
  /** Epoch ms of the end of the day of disposal; null: not disposed of. */
  readonly disposedAt: number | null;
  /** Whether the asset was no other device before. */
  readonly isFirst: boolean;
}

/** Epoch ms; null: open. The end is excluded. */
export interface OwnTime {
  readonly deviceId: number;
  readonly from: number | null;
  readonly to: number | null;
}

const never = Number.NEGATIVE_INFINITY;
const always = Number.POSITIVE_INFINITY;
const known = (at: number) => (Number.isFinite(at) ? at : null);

/**
 * When an asset was each of its devices. A new asset begins with its installation, which may be entered later, or else where the one
 * before it ended; one that was another device before begins with its link.
 *
 * @param links of all assets that were one of its devices, in the order in which they were made
 */
export function ownTimes(links: readonly DeviceLink[], assetId: number): OwnTime[] {
  const times: OwnTime[] = [];
  for (const deviceId of new Set(links.filter((link) => link.assetId === assetId).map((link) => link.deviceId))) {
    let before: { assetId: number | null; from: number; to: number } | null = null;
    const own: { from: number; to: number }[] = [];
    const close = () => {
      if (before?.assetId === assetId && before.from < before.to) own.push(before);
    };
    for (const link of links.filter((each) => each.deviceId === deviceId)) {
      const ended = Math.min(
        link.unlinkedAt ?? always,
        link.disposedAt !== null && link.unlinkedAt !== null ? link.disposedAt : always,
      );
      const earlier = links.slice(0, links.indexOf(link)).findLast((each) => each.assetId === link.assetId);
      // Taken off and put back, with nothing in between: one time.
      if (
        before !== null &&
        before.assetId === link.assetId &&
        link.assetId !== null &&
        earlier?.deviceId === deviceId
      ) {
        before.to = ended;
        continue;
      }
      const linked: number = link.linkedAt ?? never;
      if (before !== null && link.linkedAt !== null) before.to = Math.min(before.to, link.linkedAt);
      const installed = link.installedAt ?? never;
      let from: number = link.isFirst ? installed : Math.max(linked, installed);
      if (before !== null) {
        const isKnown: boolean = link.isFirst && installed > before.from && installed <= linked;
        from = isKnown ? installed : Math.max(from, link.isFirst ? before.to : linked);
        before.to = Math.min(before.to, from);
      }
      close();
      before = { assetId: link.assetId, from, to: ended };
    }
    close();
    times.push(...own.map(({ from, to }) => ({ deviceId, from: known(from), to: known(to) })));
  }
  return times;
}
