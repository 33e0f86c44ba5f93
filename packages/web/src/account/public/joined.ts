/** Into which company an invitation has just led, for the page that says so. */
export interface Joined {
  readonly companyName: string;
  /** An account was made for the visitor. */
  readonly isNew: boolean;
}

const key = 'watchpost.joined';

export const rememberJoined = (joined: Joined): void => sessionStorage.setItem(key, JSON.stringify(joined));

export function justJoined(): Joined | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Joined | null;
  } catch {
    return null;
  }
}
