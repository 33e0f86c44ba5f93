/** A code that was asked for in this tab, so that a reload loses neither the wait nor the number it went to. */
export interface AskedCode {
  readonly region: string;
  readonly mobile: string;
  /** As the server hides its middle. */
  readonly target: string;
  /** Nothing carries messages away here: it lies in the test inbox. */
  readonly inTestInbox: boolean;
  /** How long it was good when it was sent. */
  readonly minutes: number;
  /** Epoch milliseconds by this browser's clock. */
  readonly nextAt: number;
  readonly expiresAt: number;
}

const keyOf = (purpose: string) => `watchpost.code.${purpose}`;

export function rememberCode(purpose: string, asked: AskedCode): void {
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(asked));
}

/** Null: none was asked for, or it is no longer good. */
export function askedCode(purpose: string, now: number): AskedCode | null {
  try {
    const asked = JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? 'null') as AskedCode | null;
    return asked && asked.expiresAt > now ? asked : null;
  } catch {
    return null;
  }
}

export function forgetCode(purpose: string): void {
  sessionStorage.removeItem(keyOf(purpose));
}
