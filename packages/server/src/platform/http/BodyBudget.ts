import { commonErrors } from '@watchpost/contract';
import { type GiveBack, type Holder, networkHolders, Shares } from '../Shares.ts';
import { Refusal } from './refusal.ts';

const megabyte = 1024 * 1024;

/** How many bytes of requests are held at once, at most. Ours: beside 100 MB that the process needs, on a machine of 1 GB. */
export const heldBytes = {
  /** Bodies that are read before it is known whose they are; usual ones have less than 10 KB. */
  bodies: 128 * megabyte,
  bodiesOfNetwork: 32 * megabyte,
  /** Uploads of people without a sign-in: five full reports, of one network one. */
  strangersUploads: 64 * megabyte,
  strangersUploadsOfNetwork: 16 * megabyte,
  /** Uploads of people who are signed in; of one person the largest. */
  uploads: 256 * megabyte,
  uploadsOfPerson: 80 * megabyte,
};
export type HeldBytes = typeof heldBytes;

/** What is answered when there is no room: it frees itself within seconds. */
const waitSeconds = 10;

/** Bytes of requests that this process holds. They are promised before they are read, by their length or the most that it may be. */
export class BodyBudget {
  readonly #shares = new Shares();
  readonly #max: HeldBytes;

  constructor(max: Partial<HeldBytes> = {}) {
    this.#max = { ...heldBytes, ...max };
  }

  /** @throws Refusal `tooManyRequests` */
  takeBody(address: string, bytes: number): GiveBack {
    const { bodies, bodiesOfNetwork } = this.#max;
    return this.#take('bodies', bodies, networkHolders(address, bodiesOfNetwork), bytes);
  }

  /**
   * @param person who is signed in; null: a stranger
   * @throws Refusal `tooManyRequests`
   */
  takeUpload(address: string, person: string | null, bytes: number): GiveBack {
    const { uploads, uploadsOfPerson, strangersUploads, strangersUploadsOfNetwork } = this.#max;
    if (person !== null) return this.#take('uploads', uploads, [{ name: person, max: uploadsOfPerson }], bytes);
    const holders = networkHolders(address, strangersUploadsOfNetwork);
    return this.#take('strangersUploads', strangersUploads, holders, bytes);
  }

  get held(): number {
    return ['bodies', 'strangersUploads', 'uploads'].reduce((sum, kind) => sum + this.#shares.heldBy(kind), 0);
  }

  #take(kind: string, max: number, holders: readonly Holder[], bytes: number): GiveBack {
    const named = holders.map((holder) => ({ ...holder, name: `${kind} of ${holder.name}` }));
    const giveBack = this.#shares.take([{ name: kind, max }, ...named], bytes);
    if (giveBack === null) throw new Refusal(commonErrors.tooManyRequests, { seconds: waitSeconds });
    return giveBack;
  }
}
