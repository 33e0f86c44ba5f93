export interface Partition {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly name_en: string | null;
}

/** How many partitions may stand below each other: as many levels as an organisation has that people still find their way in. */
export const maxPartitionDepth = 10;

/** How many areas of a project may stand within each other: building, floor, hall, room, corner. */
export const maxAreaDepth = 5;

/** The partitions of one company, which are few, so that paths and branches are found without asking the database again. */
export class PartitionTree {
  readonly #byId: ReadonlyMap<number, Partition>;
  readonly #children: ReadonlyMap<number | null, readonly Partition[]>;

  constructor(partitions: readonly Partition[]) {
    this.#byId = new Map(partitions.map((partition) => [partition.id, partition]));
    this.#children = Map.groupBy(partitions, ({ parent_id }) => parent_id);
  }

  /** From the top down to the partition itself; none for null. */
  pathOf(id: number | null): readonly Partition[] {
    const path: Partition[] = [];
    for (let at = id === null ? undefined : this.#byId.get(id); at; ) {
      path.unshift(at);
      at = at.parent_id === null ? undefined : this.#byId.get(at.parent_id);
    }
    return path;
  }

  /** The partition and all below it. */
  branchOf(id: number): readonly number[] {
    const ids = [id];
    for (const at of ids) for (const child of this.#children.get(at) ?? []) ids.push(child.id);
    return ids;
  }

  /** How many levels the branch has, the partition itself counted. */
  heightOf(id: number): number {
    return 1 + Math.max(0, ...(this.#children.get(id) ?? []).map((child) => this.heightOf(child.id)));
  }
}
