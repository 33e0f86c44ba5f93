import { z } from 'zod';
import { foreignText } from '../foreignText.ts';
import { guardedRequest } from '../guardedRequest.ts';
import type { OutboundGuard } from '../outboundGuard.ts';

/** A box of an FBox account, as the vendor's cloud knows it. */
export interface FboxBox {
  readonly number: string;
  readonly name: string;
  /** The vendor's own: 0 unknown, 1 connected, 2 timeout, 3 disconnected. */
  readonly connection: number;
}

/** The boxes of one account in the vendor's cloud. */
export interface FboxAccount {
  /** @throws Error when the cloud does not answer, or not in a way that can be read */
  boxes(): Promise<FboxBox[]>;
}

export interface HttpFboxOptions {
  /** Where the account's boxes are listed, and where a token is had for the client; both as the vendor names them. */
  readonly boxesUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly guard: OutboundGuard;
  now(): number;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 8 * 1024 * 1024;
/** A token is left before it ends, so that no request meets its end. */
const marginMs = 60_000;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(3600) });

const Box = z.object({ boxNo: z.string(), alias: z.string().nullish(), connectionState: z.number().int().catch(0) });
/** A box stands bare, or in the account's registration of it, whose alias is the name people gave. */
const Registered = z.union([z.object({ alias: z.string().nullish(), box: Box }), Box]);
/** Boxes are listed in groups, or flat. */
const Answer = z.array(z.union([z.object({ boxRegs: z.array(Registered) }), Registered]));

const boxOf = (entry: z.output<typeof Registered>): FboxBox => {
  const box = 'box' in entry ? entry.box : entry;
  return {
    number: foreignText(box.boxNo, 100),
    name: foreignText(entry.alias || box.alias || box.boxNo, 100),
    connection: box.connectionState >= 0 && box.connectionState <= 3 ? box.connectionState : 0,
  };
};

/** Asks the vendor's cloud over HTTP, with a token that is kept as long as it counts. */
export function createHttpFbox(options: HttpFboxOptions): FboxAccount {
  const { boxesUrl, tokenUrl, clientId, clientSecret, guard, now } = options;
  let token: { value: string; until: number } | null = null;

  const read = async (
    url: string,
    request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  ) => {
    const answer = await guardedRequest(guard, new URL(url), { ...request, timeoutMs, maxBytes: maxAnswerBytes });
    if (answer.status === 401) token = null;
    if (answer.status < 200 || answer.status >= 300) throw new Error(`HTTP ${answer.status}`);
    try {
      return JSON.parse(answer.body.toString('utf8')) as unknown;
    } catch {
      throw new Error('the answer is no JSON');
    }
  };

  async function freshToken(): Promise<string> {
    if (token && token.until > now()) return token.value;
    const parsed = Token.safeParse(
      await read(tokenUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          scope: 'fbox',
        }).toString(),
      }),
    );
    if (!parsed.success) throw new Error('the answer holds no token');
    token = { value: parsed.data.access_token, until: now() + parsed.data.expires_in * 1000 - marginMs };
    return token.value;
  }

  return {
    async boxes() {
      const headers = { Authorization: `Bearer ${await freshToken()}`, 'X-FBox-ClientId': clientId };
      const parsed = Answer.safeParse(await read(boxesUrl, { method: 'GET', headers }));
      if (!parsed.success) throw new Error('the answer holds no boxes');
      return parsed.data.flatMap((entry) => ('boxRegs' in entry ? entry.boxRegs.map(boxOf) : [boxOf(entry)]));
    },
  };
}
