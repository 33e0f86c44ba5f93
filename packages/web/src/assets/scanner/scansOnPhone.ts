/** A scan that the server has not taken. */
export interface KeptScan {
  readonly ClientKey: string;
  readonly Label: string;
  readonly Epoch: number;
  /** The server refused it: it is not sent by itself again. */
  readonly isRefused?: boolean;
}

/**
 * The scans of a person and stocktake that are kept on this phone: another person who signs in here does not send them as theirs. Read
 * anew before each change, since a second page may have added some.
 */
export function scansOnPhone(userId: number, stocktakeId: number) {
  const place = `stocktake-${stocktakeId}-${userId}`;
  // Without room on the phone they are kept by this page alone.
  let unkept: readonly KeptScan[] | null = null;
  const all = (): readonly KeptScan[] => {
    if (unkept !== null) return unkept;
    try {
      return JSON.parse(localStorage.getItem(place) ?? '[]') as KeptScan[];
    } catch {
      return [];
    }
  };
  return {
    all,
    /** @returns the scans as they are then */
    change(make: (scans: readonly KeptScan[]) => readonly KeptScan[]): readonly KeptScan[] {
      const scans = make(all());
      try {
        if (scans.length === 0) localStorage.removeItem(place);
        else localStorage.setItem(place, JSON.stringify(scans));
        unkept = null;
      } catch {
        unkept = scans;
      }
      return scans;
    },
  };
}
