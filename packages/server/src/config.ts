import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { isListOfHashes } from './platform/breachedPasswords.ts';
import { isCommonPassword } from './platform/commonPasswords.ts';
import type { SyslogServer } from './platform/log/sendToSyslog.ts';
import { type CardSettings, cardSettings, cardsOf } from './platform/settings/cardSettings.ts';
import { type FboxSettings, fboxOf, fboxSettings } from './platform/settings/fboxSettings.ts';
import { type MailSettings, mailOf, mailSettings } from './platform/settings/mailSettings.ts';
import { type MapTiles, mapSettings, mapTilesOf } from './platform/settings/mapSettings.ts';
import { type OpenIdSettings, openIdOf, openIdSettings } from './platform/settings/openIdSettings.ts';
import {
  type PhoneSettings,
  receiptSettings,
  smsOf,
  smsSettings,
  voiceOf,
  voiceSettings,
} from './platform/settings/phoneSettings.ts';
import { httpUrl, lonelyHalves, type ReadSettings, type Setting, setting } from './platform/settings/setting.ts';
import { type WeatherSettings, weatherOf, weatherSettings } from './platform/settings/weatherSettings.ts';

/** The folder that holds package.json; relative paths in settings start here, wherever the command was typed. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting as the server uses it: parsed, checked, paths absolute. */
export interface Config {
  /** Address that every listener binds. */
  listen: string;
  /** 0 takes any free port; the same holds for the other ports. */
  httpPort: number;
  /** null: gateways cannot connect by MQTT over TCP. Browsers use the HTTP port. */
  mqttPort: number | null;
  /** null: no gateway can dial in. */
  dtuPort: number | null;
  /** So many MQTT gateways may be connected at a time. */
  mqttConnections: number;
  /** So many messages a second each MQTT gateway may send in the long run; null: any number. */
  mqttMessagesPerSecond: number | null;
  /** So often a minute each DTU may dial in in the long run; null: as often as it likes. */
  dtuDialsPerMinute: number | null;
  /** Where the simulator is told what to play; null: nowhere. */
  simPort: number | null;
  /** Where the simulator plays a Modbus TCP device; null: nowhere. */
  modbusTcpPort: number | null;
  dataDir: string;
  /** So many days the history of a deleted point stays; null: for ever. */
  deletedHistoryDays: number | null;
  /** So many days after signing in people sign in again, however often they come. */
  signInDays: number;
  /** So many days security events are kept. */
  securityEventDays: number;
  /** null: the server starts a PostgreSQL of its own in `dataDir`. */
  databaseUrl: string | null;
  logLevel: LogLevel;
  /** Where each line of the log is sent to by TLS, besides; null: nowhere. */
  syslog: SyslogServer | null;
  /** Absolute path of a list of stolen passwords; null: there is none. */
  breachedPasswords: string | null;
  /** The clamd that looks for viruses in uploads; null: nobody looks. */
  virusScanner: Place | null;
  /** Absolute paths of readable PEM files; null: plain HTTP and MQTT. */
  tls: { certFile: string; keyFile: string } | null;
  /** Addresses whose `X-Forwarded-*` headers are believed; false: nobody's. Fits Fastify's `trustProxy`. */
  trustProxy: string[] | false;
  /** What asks for `/metrics` must present; null: only a request from this machine itself is answered. */
  metricsToken: string | null;
  /** Make the demo company when the database is empty. */
  demo: boolean;
  /** The first administrator of an empty database without the demo; null: none was named. */
  admin: { account: string; password: string } | null;
  /** Hosts, addresses and networks in private space that the server may dial for its users. */
  allowedPrivateHosts: string[];
  /** The only hosts from which pictures that people name are fetched; null: from everywhere on the open internet. */
  pictureHosts: string[] | null;
  /** Where the demo's partners are, which its devices, cameras and services may be dialled at besides. */
  demoHosts: string[];
  /** Where people open this installation, without a slash at the end; null: not said. */
  publicUrl: string | null;
  /** Where people get the phone app; null: nowhere. */
  appUrl: string | null;
  /** Pictures behind maps, from a tile server; null: the outline of the land alone. */
  mapTiles: MapTiles;
  /** The provider that carries text messages away; in the demo the simulator plays one. null: none. */
  sms: PhoneSettings;
  /** The provider that calls people; in the demo the simulator plays one. null: none. */
  voice: PhoneSettings;
  /** What both present when they tell us of receipts; null: not said. */
  receiptSecret: string | null;
  /** The mail server and the sender's address; null: none. */
  mail: MailSettings;
  /** The service that lets people sign in with another account (OpenID Connect); null: none. */
  openId: OpenIdSettings;
  /** The FBox account whose boxes are listed, in the vendor's cloud; null: none. */
  fbox: FboxSettings;
  /** The weather service; in the demo the simulator plays one. null: none. */
  weather: WeatherSettings;
  /** The carrier that is asked about communication cards; in the demo the simulator plays one. null: none. */
  cards: CardSettings;
}

/** A port of a machine. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** Settings that cannot be used. Each problem is one sentence: the setting, its value, what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'give a port number from 1 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'give a port number from 1 to 65535');

const portOrOff = z
  .string()
  .refine((value) => value === 'off' || port.safeParse(value).success, 'give a port number from 1 to 65535, or off')
  .transform((value) => (value === 'off' ? null : Number(value)));

const file = z
  .string()
  .transform((value) => (value === '' ? null : path.resolve(projectRoot, value)))
  .refine((value) => value === null || isReadable(value), 'give the path of a PEM file that the server may read');

/** `host:port`, an IPv6 address in brackets. */
const place = z
  .string()
  .transform((value): Place | null | undefined => {
    if (value === '') return null;
    const [, address, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(value) ?? [];
    const host = address ?? name;
    const isPort = Number(digits) > 0 && Number(digits) <= 65_535;
    return host !== undefined && isPort && (isIP(host) !== 0 || HOST_NAME.test(host))
      ? { host, port: Number(digits) }
      : undefined;
  })
  .refine((value) => value !== undefined, 'give host:port')
  .transform((value) => value ?? null);

const hashList = z
  .string()
  .transform((value) => (value === '' ? null : path.resolve(projectRoot, value)))
  .refine(
    (value) => value === null || isListOfHashes(value),
    'give the path of a readable file of SHA-1 hashes in rising order, one a line',
  );

function isReadable(name: string): boolean {
  try {
    accessSync(name, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const countFrom1 = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'give a whole number from 1 to 999999')
  .transform(Number);

const countOrOff = z
  .string()
  .refine((value) => value === 'off' || /^[1-9]\d{0,5}$/.test(value), 'give a whole number from 1 to 999999, or off')
  .transform((value) => (value === 'off' ? null : Number(value)));

const daysOf = (max: number) =>
  z
    .string()
    .refine((value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= max, `give a number of days from 1 to ${max}`)
    .transform(Number);

/** Spec §limits: account and password 8–16; a password of letters, digits and these symbols. */
const ACCOUNT = /^[\p{L}\p{N}_-]{8,16}$/u;
const PASSWORD = /^[A-Za-z0-9_~!@#$%^&*]{8,16}$/;

/** What a bearer token may consist of (RFC 6750 §2.1); shorter ones could be guessed. */
const METRICS_TOKEN = /^[A-Za-z0-9._~+/-]{16,200}=*$/;

/**
 * Every setting there is, in the order of .env.example: our own here, those of services outside in `platform/settings`.
 *
 * `npm start`, the server and the example file all read this table; a test holds the file to it.
 */
export const settings = {
  LISTEN: setting({
    default: '127.0.0.1',
    meaning:
      'Address to listen on. 0.0.0.0 opens every port below to the network: set TLS_CERT or TRUST_PROXY as well.',
    schema: z
      .string()
      .refine((value) => isIP(value) !== 0, 'give an IP address of this machine, 0.0.0.0 for all of them'),
  }),
  HTTP_PORT: setting({ default: '8080', meaning: 'Web pages, the API and live values.', schema: port }),
  MQTT_PORT: setting({
    default: '1883',
    meaning: 'MQTT gateways connect here (over TLS when TLS_CERT is set); off closes it.',
    schema: portOrOff,
  }),
  DTU_PORT: setting({ default: '7000', meaning: 'DTU gateways dial in here; off closes it.', schema: portOrOff }),
  MQTT_CONNECTIONS: setting({
    default: '20000',
    meaning:
      'So many MQTT gateways may be connected at a time; further connections are closed. Each is an open file of the server: the system must allow it more than that (LimitNOFILE, ulimit -n).',
    schema: countFrom1,
  }),
  MQTT_MESSAGES_PER_SECOND: setting({
    default: '200',
    meaning:
      'So many messages a second each MQTT gateway may send in the long run, ten seconds’ worth at once. Faster ones are read more slowly and lose nothing; off sets no limit.',
    schema: countOrOff,
  }),
  DTU_DIALS_PER_MINUTE: setting({
    default: '30',
    meaning:
      'So often a minute each DTU may dial in in the long run, as many at once. One that dials more often waits for its turn; off sets no limit.',
    schema: countOrOff,
  }),
  SIM_PORT: setting({
    default: '7010',
    meaning: 'The simulator of the demo takes its orders here, from this machine only; off closes it.',
    schema: portOrOff,
  }),
  MODBUS_TCP_PORT: setting({
    default: '7020',
    meaning: 'The simulator plays a Modbus TCP device here, for this machine only; off leaves it out.',
    schema: portOrOff,
  }),
  DATA_DIR: setting({
    default: './data',
    meaning: 'Folder for the database, uploads and logs.',
    schema: z
      .string()
      .min(1, 'give a folder')
      .transform((value) => path.resolve(projectRoot, value)),
  }),
  DATABASE_URL: setting({
    default: '',
    meaning:
      'A PostgreSQL of your own, as postgresql://user:password@host/database; empty starts the bundled one in DATA_DIR.',
    schema: z
      .string()
      .refine(
        (value) => value === '' || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
        'give postgresql://user:password@host/database, or leave it empty',
      )
      .transform((value) => value || null),
    secret: true,
  }),
  DELETED_HISTORY_DAYS: setting({
    default: '90',
    meaning:
      'So many days the history of a deleted point stays, in cold chains never less than their five years; off keeps it for ever.',
    schema: countOrOff,
  }),
  SECURITY_EVENT_DAYS: setting({
    default: '180',
    meaning: 'So many days security events (failed sign-ins, refused access) are kept.',
    schema: daysOf(3_650),
  }),
  SIGN_IN_DAYS: setting({
    default: '30',
    meaning:
      'So many days after signing in people sign in again, however often they come; without coming, after seven.',
    schema: daysOf(3_650),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    meaning: `How much to log: ${LOG_LEVELS.join(', ')}.`,
    schema: z.enum(LOG_LEVELS, `give one of ${LOG_LEVELS.join(', ')}`) as unknown as z.ZodType<LogLevel, string>,
  }),
  LOG_SYSLOG: setting({
    default: '',
    meaning:
      'host:port of a syslog server that takes the server’s log by TLS besides (RFC 5424 in RFC 5425, usually port 6514). Lines wait while it is out of reach; how many were left out then is in the log.',
    schema: place,
  }),
  LOG_SYSLOG_CA: setting({
    default: '',
    meaning: 'PEM file with the certificates that vouch for LOG_SYSLOG; empty: those that the system trusts.',
    schema: file,
  }),
  BREACHED_PASSWORDS: setting({
    default: '',
    meaning:
      'File of SHA-1 hashes of stolen passwords in rising order, as Have I Been Pwned offers it; a new password that stands in it is refused. Empty: the built-in list alone.',
    schema: hashList,
  }),
  VIRUS_SCANNER: setting({
    default: '',
    meaning:
      'host:port of a clamd that looks at every file that is uploaded. A file in which it finds something is refused, and every file while it does not answer. Its StreamMaxLength must be 100 MB at least. Empty: nobody looks.',
    schema: place,
  }),
  TLS_CERT: setting({
    default: '',
    meaning: 'PEM file with the certificate chain: serves HTTPS and MQTT over TLS. Needs TLS_KEY.',
    schema: file,
  }),
  TLS_KEY: setting({ default: '', meaning: 'PEM file with the private key of TLS_CERT.', schema: file }),
  TRUST_PROXY: setting({
    default: 'off',
    meaning: 'Addresses or networks of the reverse proxies in front, separated by commas; off when there is none.',
    schema: z
      .string()
      .transform((value) => (value === 'off' || value === '' ? false : list(value)))
      .refine(
        (value) => value === false || value.every((entry) => entry === 'loopback' || isNetwork(entry)),
        'give the IP addresses or networks of your proxies separated by commas, or off',
      ),
  }),
  METRICS_TOKEN: setting({
    default: '',
    meaning:
      'Bearer token that every request to /metrics needs; if empty, only this machine is answered. Set it behind a proxy that adds no X-Forwarded-For.',
    schema: z
      .string()
      .refine(
        (value) => value === '' || METRICS_TOKEN.test(value),
        'give 16 to 200 letters, digits or symbols of -._~+/=',
      )
      .transform((value) => value || null),
    secret: true,
  }),
  DEMO: setting({
    default: 'on',
    meaning:
      'on fills an empty database with the demo company and keeps it alive with simulated gateways; off does not.',
    schema: z
      .string()
      .refine((value) => value === 'on' || value === 'off', 'give on or off')
      .transform((value) => value === 'on'),
  }),
  ADMIN_ACCOUNT: setting({
    default: '',
    meaning: 'Account of the first administrator when an empty database is started without the demo.',
    schema: z
      .string()
      .refine((value) => value === '' || ACCOUNT.test(value), 'give 8 to 16 letters, digits, - or _')
      .transform((value) => value || null),
  }),
  ADMIN_PASSWORD: setting({
    default: '',
    meaning: 'Password of the first administrator; used once, remove it afterwards.',
    schema: z
      .string()
      .refine((value) => value === '' || PASSWORD.test(value), 'give 8 to 16 letters, digits or symbols of _~!@#$%^&*')
      .refine((value) => value === '' || !isCommonPassword(value), 'give one that fewer people use')
      .transform((value) => value || null),
    secret: true,
  }),
  ALLOWED_PRIVATE_HOSTS: setting({
    default: '',
    meaning:
      'Private hosts, addresses or networks that the server may dial (Modbus TCP devices, webhooks), separated by commas. The demo adds 127.0.0.1, but not for pictures that people name.',
    schema: z
      .string()
      .transform(list)
      .refine(
        (value) => value.every((entry) => isNetwork(entry) || HOST_NAME.test(entry)),
        'give host names, IP addresses or networks like 10.0.0.0/8, separated by commas',
      ),
  }),
  PICTURE_HOSTS: setting({
    default: '',
    meaning:
      'The only hosts from which pictures that people name by address are fetched (DownloadImage, HtmlToPdf), separated by commas; *.example.com allows every name that ends so. Empty allows the open internet. A private host must stand in ALLOWED_PRIVATE_HOSTS as well.',
    schema: z
      .string()
      .transform(list)
      .refine(
        (value) => value.every((entry) => isIP(entry) !== 0 || HOST_NAME.test(entry.replace(/^\*\./, ''))),
        'give host names like img.example.com or *.example.com or IP addresses, separated by commas',
      )
      .transform((value) => (value.length === 0 ? null : value)),
  }),
  PUBLIC_URL: setting({
    default: '',
    meaning:
      'Where people open this installation, such as https://watch.example.com. Signing in with another account returns there, and live values go to pages there, too, when a proxy changes the host name.',
    schema: httpUrl.transform((value) => value?.replace(/\/+$/, '') ?? null),
  }),
  APP_URL: setting({
    default: '',
    meaning: 'Where people get the phone app: its page in a store or of your own. The login page then links to it.',
    schema: httpUrl,
  }),
  ...mapSettings,
  ...smsSettings,
  ...voiceSettings,
  ...receiptSettings,
  ...mailSettings,
  ...openIdSettings,
  ...fboxSettings,
  ...weatherSettings,
  ...cardSettings,
} as const;

export type SettingName = keyof typeof settings;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** An address, or a network such as `10.0.0.0/8`. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** What may be set: the environment wins over the file `.env` beside package.json. */
export interface ConfigSources {
  environment?: Readonly<Record<string, string | undefined>>;
  /** Path of the file; null reads none. */
  envFile?: string | null;
}

/**
 * Gives all settings, checked.
 *
 * @throws ConfigError with one sentence for each setting that cannot be used
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  const envFile = sources.envFile === undefined ? path.join(projectRoot, '.env') : sources.envFile;
  const fromFile: Record<string, string | undefined> =
    envFile !== null && existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
  const environment = sources.environment ?? process.env;
  const problems = unknownNames(Object.keys(fromFile));

  function read<N extends SettingName>(name: N): z.output<(typeof settings)[N]['schema']> | undefined {
    const row: Setting<unknown> = settings[name];
    const text = (given(name, row.secret === true) ?? row.default).trim();
    const parsed = row.schema.safeParse(text);
    if (parsed.success) return parsed.data as z.output<(typeof settings)[N]['schema']>;
    const shown = row.secret ? 'not usable' : `"${text}"`;
    problems.push(`${name} is ${shown}: ${parsed.error.issues[0]?.message}.`);
    return undefined;
  }

  /** As it was set, a secret also by a file that holds it; undefined: it was not. What is wrong is noted. */
  function given(name: SettingName, isSecret: boolean): string | undefined {
    const fileName = nameOfFile(name);
    for (const source of [environment, fromFile]) {
      const [said, file] = [source[name], isSecret ? source[fileName] : undefined];
      if (said && file) problems.push(`${name} and ${fileName} are both set: set one of them.`);
      if (said) return said;
      if (!file) continue;
      try {
        return readFileSync(path.resolve(projectRoot, file), 'utf8');
      } catch {
        problems.push(`${fileName} is "${file}": give the path of a file that the server may read.`);
        return undefined;
      }
    }
    return undefined;
  }

  /** All of one table; what is wrong is noted. */
  const readAll = <Table extends Readonly<Record<string, Setting<unknown>>>>(table: Table): ReadSettings<Table> =>
    Object.fromEntries(Object.keys(table).map((name) => [name, read(name as SettingName)])) as ReadSettings<Table>;

  const syslogAt = read('LOG_SYSLOG');
  const syslogCa = read('LOG_SYSLOG_CA');
  const certFile = read('TLS_CERT');
  const keyFile = read('TLS_KEY');
  const account = read('ADMIN_ACCOUNT');
  const password = read('ADMIN_PASSWORD');
  const demo = read('DEMO');
  const allowedPrivateHosts = read('ALLOWED_PRIVATE_HOSTS');
  const rest = {
    listen: read('LISTEN'),
    httpPort: read('HTTP_PORT'),
    mqttPort: read('MQTT_PORT'),
    dtuPort: read('DTU_PORT'),
    mqttConnections: read('MQTT_CONNECTIONS'),
    mqttMessagesPerSecond: read('MQTT_MESSAGES_PER_SECOND'),
    dtuDialsPerMinute: read('DTU_DIALS_PER_MINUTE'),
    simPort: read('SIM_PORT'),
    modbusTcpPort: read('MODBUS_TCP_PORT'),
    dataDir: read('DATA_DIR'),
    databaseUrl: read('DATABASE_URL'),
    deletedHistoryDays: read('DELETED_HISTORY_DAYS'),
    securityEventDays: read('SECURITY_EVENT_DAYS'),
    signInDays: read('SIGN_IN_DAYS'),
    pictureHosts: read('PICTURE_HOSTS'),
    logLevel: read('LOG_LEVEL'),
    breachedPasswords: read('BREACHED_PASSWORDS'),
    virusScanner: read('VIRUS_SCANNER'),
    trustProxy: read('TRUST_PROXY'),
    metricsToken: read('METRICS_TOKEN'),
    publicUrl: read('PUBLIC_URL'),
    appUrl: read('APP_URL'),
    receiptSecret: read('RECEIPT_SECRET'),
  };
  problems.push(...lonelyHalves({ TLS_CERT: certFile, TLS_KEY: keyFile }));
  problems.push(...lonelyHalves({ ADMIN_ACCOUNT: account, ADMIN_PASSWORD: password }));
  const simulated = (path: string): string | null =>
    demo && rest.simPort ? `http://127.0.0.1:${rest.simPort}/${path}` : null;
  const partners = {
    mapTiles: mapTilesOf(readAll(mapSettings)),
    sms: smsOf(readAll(smsSettings), simulated('sms')),
    voice: voiceOf(readAll(voiceSettings), simulated('voice')),
    mail: mailOf(readAll(mailSettings), problems),
    openId: openIdOf(readAll(openIdSettings), rest.publicUrl, problems),
    fbox: fboxOf(readAll(fboxSettings), problems),
    weather: weatherOf(readAll(weatherSettings), simulated('weather')),
    cards: cardsOf(readAll(cardSettings), simulated('cards')),
  };
  problems.push(
    ...sharedPorts({
      HTTP_PORT: rest.httpPort,
      MQTT_PORT: rest.mqttPort,
      DTU_PORT: rest.dtuPort,
      SIM_PORT: rest.simPort,
      MODBUS_TCP_PORT: rest.modbusTcpPort,
    }),
  );
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    // Every part was read without a problem, so none is undefined.
    ...(rest as Omit<
      Config,
      'tls' | 'admin' | 'syslog' | 'demo' | 'allowedPrivateHosts' | 'demoHosts' | keyof typeof partners
    >),
    ...partners,
    syslog: syslogAt ? { ...syslogAt, ca: syslogCa ? readFileSync(syslogCa) : null } : null,
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    admin: account && password ? { account, password } : null,
    demo: demo === true,
    allowedPrivateHosts: allowedPrivateHosts ?? [],
    demoHosts: demo ? ['127.0.0.1'] : [],
  };
}

const nameOfFile = (name: string): string => `${name}_FILE`;
/** What may stand for a secret: the name of a file that holds it, as Docker, Kubernetes and agents of vaults write them. */
const secretFiles: ReadonlySet<string> = new Set(
  Object.entries(settings).flatMap(([name, row]: [string, Setting<unknown>]) => (row.secret ? [nameOfFile(name)] : [])),
);

/** A misspelt name in .env would otherwise be ignored in silence. Names of other programs in the environment are no concern. */
function unknownNames(names: readonly string[]): string[] {
  return names
    .filter((name) => !Object.hasOwn(settings, name) && !secretFiles.has(name))
    .map((name) => `${name} in .env is not a setting: correct its name (see .env.example) or remove it.`);
}

function sharedPorts(ports: Record<string, number | null | undefined>): string[] {
  const owners = new Map<number, string>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(ports)) {
    if (!value) continue;
    const owner = owners.get(value);
    if (owner) problems.push(`${name} is "${value}", the same as ${owner}: give each its own port.`);
    else owners.set(value, name);
  }
  return problems;
}

/** The text of .env.example: every setting with its meaning and default. */
export function exampleFile(): string {
  const head =
    '# Copy this file to .env and change what you need. The environment wins over .env; empty means the default.\n# A setting marked as secret may be given as a file that holds it: NAME_FILE=/run/secrets/name instead of NAME.\n';
  return Object.entries(settings).reduce(
    (text, [name, row]: [string, Setting<unknown>]) =>
      `${text}\n# ${row.meaning}${row.secret ? ' Secret.' : ''}\n${name}=${row.default}\n`,
    head,
  );
}

/** Where people open this installation, for codes on paper: as it was set, in the demo this machine; null: nobody said. */
export const addressForPeople = ({ publicUrl, demo, tls, httpPort }: Config): string | null =>
  publicUrl ?? (demo ? `${tls ? 'https' : 'http'}://localhost:${httpPort}` : null);
