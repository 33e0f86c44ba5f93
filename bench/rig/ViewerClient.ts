import { type CallData, type CallInput, type CallName, type CallSpec, calls, type Envelope } from '@watchpost/contract';
import mqtt from 'mqtt';

export interface ViewerLogin {
  url: string;
  account: string;
  password: string;
  companyId: number;
}

/** A signed-in person as the browser is one: calls by HTTP, news by MQTT over WebSocket. */
export class ViewerClient {
  readonly #login: ViewerLogin;
  readonly #token: string;

  private constructor(login: ViewerLogin, token: string) {
    this.#login = login;
    this.#token = token;
  }

  /** The token is good for 15 minutes. */
  static async signIn(login: ViewerLogin): Promise<ViewerClient> {
    const { account, password } = login;
    const session = await new ViewerClient(login, '').call('loginByBody', { body: { account, pwd: password } });
    return new ViewerClient(login, session.Token);
  }

  /** @throws Error with the server's words when it refuses */
  async call<Name extends CallName>(
    name: Name,
    input: CallInput<(typeof calls)[Name]>,
  ): Promise<CallData<(typeof calls)[Name]>> {
    const spec: CallSpec = calls[name];
    const { query, body } = input as { query?: Record<string, unknown>; body?: Record<string, unknown> };
    const text = (values: Record<string, unknown> = {}) =>
      new URLSearchParams(
        Object.entries(values).map(([key, value]): [string, string] => [key, String(value)]),
      ).toString();
    const isForm = spec.encoding === undefined;
    const response = await fetch(`${this.#login.url}/api${spec.path}?${text(query)}`, {
      method: spec.method,
      headers: {
        language: 'en',
        'company-id': String(this.#login.companyId),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(body && { body: isForm ? text(body) : JSON.stringify(body) }),
    });
    const { Code, Data, Message } = (await response.json()) as Envelope<CallData<(typeof calls)[Name]>>;
    if (Code !== 200) throw new Error(`${spec.path} answered ${Code}: ${Message}`);
    return Data;
  }

  /** Subscribes and hears until `end` is called. */
  async listen(
    topics: readonly string[],
    onMessage: (topic: string, payload: unknown) => void,
  ): Promise<{ end(): Promise<void> }> {
    const client = await mqtt.connectAsync(`${this.#login.url.replace('http', 'ws')}/mqtt`, {
      protocolVersion: 4,
      username: 'bearer',
      password: this.#token,
      reconnectPeriod: 0,
    });
    client.on('message', (topic, payload) => onMessage(topic, JSON.parse(payload.toString('utf8'))));
    const granted = await client.subscribeAsync([...topics]);
    if (granted.some(({ qos }) => qos > 2)) throw new Error('A subscription was refused');
    return { end: () => client.endAsync(true) };
  }
}
