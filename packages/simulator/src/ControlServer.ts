import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenHere } from './listenHere.ts';
import type { ScenarioRequest } from './scenarios/Scenario.ts';
import type { Simulator } from './startSimulator.ts';
import { CameraServer } from './video/CameraServer.ts';
import { answerWeather } from './WeatherStation.ts';

const longestBody = 4096;

/**
 * Takes orders over HTTP, from this machine only:
 * `POST /scenarios/doorLeftOpen {"device":"freezer-3"}`, `POST /scenarios/doorLeftOpen/stop`, `GET /status`. Beside that it is the
 * demo's media server, `GET /cameras/freezer-3/index.m3u8`, at `POST /cards` the carrier of the communication
 * cards, at `GET /weather` the weather service, and at `/sms`, `/voice` and `/phones` the provider of SMS and calls with the
 * phones they ring.
 */
export class ControlServer {
  readonly #simulator: Simulator;
  readonly #cameras: CameraServer;
  #server: Server | null = null;
  #port: number;

  /** @param port 0 takes a free one, see `port` */
  constructor(simulator: Simulator, port: number) {
    this.#simulator = simulator;
    this.#cameras = new CameraServer(({ deviceCode }) => () => ({
      temperature: deviceCode === null ? null : simulator.seen(deviceCode).temperature,
      isDoorOpen: deviceCode !== null && simulator.seen(deviceCode).isDoorOpen,
    }));
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      if (this.#cameras.serves(request)) return this.#cameras.answer(request, response);
      this.#handle(request).then(
        (status) => reply(response, 200, status),
        (error: unknown) =>
          reply(response, error instanceof ProviderDown ? 503 : 400, { error: (error as Error).message }),
      );
    });
    this.#server = server;
    this.#port = await listenHere(server, this.#port);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage): Promise<object> {
    // Any page open in a browser of this machine could post here; browsers say where a post comes from.
    if (request.headers.origin !== undefined) throw new Error('Not for web pages');
    const [area, name, action, ...rest] = (request.url ?? '').split('/').slice(1);
    if (request.method === 'GET' && area === 'status' && name === undefined) return this.#status();
    if (request.method === 'GET' && area?.split('?')[0] === 'weather')
      return answerWeather(new URL(request.url ?? '', 'http://here').searchParams);
    if (request.method === 'POST' && area === 'cards' && name === undefined)
      return this.#simulator.carrier.answer(await bodyOf(request));
    if (area === 'sms' || area === 'voice' || area === 'phones') return this.#phones(area, request, name, action);
    if (request.method !== 'POST' || area !== 'scenarios' || !name || rest.length > 0) throw new Error('No such order');
    const asked = await scenarioRequest(request);
    if (action === undefined) this.#simulator.startScenario(name, asked);
    else if (action === 'stop') this.#simulator.stopScenario(name, asked);
    else throw new Error('No such order');
    return this.#status();
  }

  async #phones(
    area: 'sms' | 'voice' | 'phones',
    request: IncomingMessage,
    name: string | undefined,
    action: string | undefined,
  ): Promise<object> {
    const { phones } = this.#simulator;
    if (area !== 'phones') {
      if (phones.isDown) throw new ProviderDown();
      return request.method === 'POST' ? phones.take(area, await bodyOf(request)) : phones.ask(area, name ?? '');
    }
    if (request.method === 'GET') return { messages: phones.messages() };
    const body = (await bodyOf(request)) as { text?: unknown; digit?: unknown; seconds?: unknown };
    if (name === 'outage') phones.fail(Number(body.seconds ?? 60));
    else if (name && action === 'reply') await phones.reply(name, String(body.text ?? ''));
    else if (name && action === 'press') await phones.press(name, String(body.digit ?? ''));
    else throw new Error('No such order');
    return { messages: phones.messages() };
  }

  #status(): object {
    return {
      plantAt: this.#simulator.plant.atMs,
      scenarios: this.#simulator.runningScenarios(),
      gateways: this.#simulator.gateways(),
    };
  }
}

/** The provider of SMS and calls takes nothing now. */
class ProviderDown extends Error {
  override readonly message = 'down';
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestBody) throw new Error('Too long');
  }
  return text === '' ? {} : (JSON.parse(text) as unknown);
}

async function scenarioRequest(request: IncomingMessage): Promise<ScenarioRequest> {
  const body = await bodyOf(request);
  if (typeof body !== 'object' || body === null) throw new Error('Expected a JSON object');
  const asked: ScenarioRequest = {};
  for (const [key, value] of Object.entries(body)) {
    if (key === 'slave' && typeof value === 'number') asked.slave = value;
    else if (key === 'device' || key === 'role' || key === 'gateway' || key === 'project') asked[key] = String(value);
    else throw new Error(`Nothing is known about ${key}`);
  }
  return asked;
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
