import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, exampleFile, loadConfig, projectRoot } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(environment: Record<string, string>, file = '') {
  const envFile = path.join(folder, '.env');
  writeFileSync(envFile, file);
  return loadConfig({ environment, envFile });
}

function problems(environment: Record<string, string>, file = ''): readonly string[] {
  try {
    load(environment, file);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('without any setting everything listens on this machine only and the demo is on', () => {
  const { cards, weather, sms, voice, ...rest } = load({});
  expect(sms).toMatchObject({
    url: 'http://127.0.0.1:7010/sms',
    askUrl: 'http://127.0.0.1:7010/sms/{id}',
    isSimulated: true,
  });
  expect(voice).toMatchObject({ url: 'http://127.0.0.1:7010/voice', isSimulated: true });
  expect(weather).toEqual({ url: 'http://127.0.0.1:7010/weather', key: null });
  expect(cards?.url).toBe('http://127.0.0.1:7010/cards');
  expect(rest).toEqual({
    listen: '127.0.0.1',
    httpPort: 8080,
    mqttPort: 1883,
    dtuPort: 7000,
    mqttConnections: 20_000,
    mqttMessagesPerSecond: 200,
    dtuDialsPerMinute: 30,
    simPort: 7010,
    modbusTcpPort: 7020,
    dataDir: path.join(projectRoot, 'data'),
    databaseUrl: null,
    deletedHistoryDays: 90,
    securityEventDays: 180,
    signInDays: 30,
    logLevel: 'info',
    syslog: null,
    breachedPasswords: null,
    virusScanner: null,
    mail: null,
    openId: null,
    fbox: null,
    publicUrl: null,
    appUrl: null,
    mapTiles: null,
    receiptSecret: null,
    tls: null,
    trustProxy: false,
    metricsToken: null,
    demo: true,
    admin: null,
    allowedPrivateHosts: [],
    pictureHosts: null,
    demoHosts: ['127.0.0.1'],
  });
});

test('where no carrier is named, nobody but the demo’s simulator is asked about cards', () => {
  expect(load({ DEMO: 'off' }).cards).toBeNull();
  expect(load({ SIM_PORT: 'off' }).cards).toBeNull();
  const url = 'https://carrier.example/api';
  expect(load({ CARD_URL: url, CARD_UNIT: 'KB', CARD_STATES: '00=inUse' }).cards).toMatchObject({
    url,
    unitsInMegabyte: 1024,
    states: new Map([['00', 'inUse']]),
  });
  expect(problems({ CARD_BODY: '{"iccids":[]}', CARD_STATES: '00=fine', CARD_ANSWER: 'cards' })).toHaveLength(3);
});

test('the environment wins over the file .env, and an empty value means the default', () => {
  const config = load({ HTTP_PORT: '9001', MQTT_PORT: '' }, 'HTTP_PORT=9002\nDTU_PORT=9003\n');
  expect([config.httpPort, config.mqttPort, config.dtuPort]).toEqual([9001, 1883, 9003]);
});

test('a secret may be given as a file that holds it, whose last line end does not count', () => {
  const secretFile = path.join(folder, 'secret');
  writeFileSync(secretFile, 'secret-of-the-vault\n');
  expect(load({ METRICS_TOKEN_FILE: secretFile }).metricsToken).toBe('secret-of-the-vault');
  expect(load({}, `METRICS_TOKEN_FILE=${secretFile}\n`).metricsToken).toBe('secret-of-the-vault');
  // The environment wins over .env, whichever way it says it.
  expect(load({ METRICS_TOKEN: 'token-of-environment' }, `METRICS_TOKEN_FILE=${secretFile}\n`).metricsToken).toBe(
    'token-of-environment',
  );
  expect(problems({ METRICS_TOKEN_FILE: secretFile, METRICS_TOKEN: 'token-of-environment' })).toEqual([
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: set one of them.',
  ]);
  expect(problems({ METRICS_TOKEN_FILE: '/nowhere/secret' })).toEqual([
    'METRICS_TOKEN_FILE is "/nowhere/secret": give the path of a file that the server may read.',
  ]);
  writeFileSync(secretFile, 'short');
  expect(problems({ METRICS_TOKEN_FILE: secretFile })).toEqual([
    'METRICS_TOKEN is not usable: give 16 to 200 letters, digits or symbols of -._~+/=.',
  ]);
  // What is no secret is not read from files.
  expect(problems({}, 'HTTP_PORT_FILE=/etc/port\n')).toHaveLength(1);
});

test('places of other systems are host and port, and a list of stolen passwords is one of hashes', () => {
  expect(load({ VIRUS_SCANNER: 'clamd.local:3310' }).virusScanner).toEqual({ host: 'clamd.local', port: 3310 });
  expect(load({ LOG_SYSLOG: '[2001:db8::1]:6514' }).syslog).toEqual({ host: '2001:db8::1', port: 6514, ca: null });
  for (const VIRUS_SCANNER of ['clamd.local', 'clamd.local:0', 'clamd.local:99999', 'a b:1', '::1:3310'])
    expect(problems({ VIRUS_SCANNER })).toEqual([`VIRUS_SCANNER is "${VIRUS_SCANNER}": give host:port.`]);
  const list = path.join(folder, 'hashes.txt');
  writeFileSync(list, `${'0'.repeat(39)}1:3\r\n`);
  expect(load({ BREACHED_PASSWORDS: list }).breachedPasswords).toBe(list);
  writeFileSync(list, 'password\n');
  expect(problems({ BREACHED_PASSWORDS: list })).toHaveLength(1);
  expect(problems({ BREACHED_PASSWORDS: '/nowhere.txt' })).toHaveLength(1);
  expect(problems({ BREACHED_PASSWORDS: folder })).toHaveLength(1);
  // The order by how common they are, which the same source offers, cannot be searched.
  const hashes = Array.from(
    { length: 40 },
    (_, n) => `${n.toString(16).padStart(2, '0').padEnd(40, 'A').toUpperCase()}:7`,
  );
  writeFileSync(list, hashes.join('\r\n'));
  expect(load({ BREACHED_PASSWORDS: list }).breachedPasswords).toBe(list);
  writeFileSync(list, hashes.reverse().join('\r\n'));
  expect(problems({ BREACHED_PASSWORDS: list })).toHaveLength(1);
});

test('a listener that is off has no port', () => {
  expect(load({ MQTT_PORT: 'off', DTU_PORT: 'off' })).toMatchObject({ mqttPort: null, dtuPort: null });
});

test('without the demo no private address may be dialled unless it is listed', () => {
  expect(load({ DEMO: 'off' })).toMatchObject({ allowedPrivateHosts: [], demoHosts: [] });
  expect(load({ DEMO: 'off', ALLOWED_PRIVATE_HOSTS: '10.0.0.0/8, plc.local' }).allowedPrivateHosts).toEqual([
    '10.0.0.0/8',
    'plc.local',
  ]);
});

test('pictures come from everywhere on the internet, or from listed hosts alone', () => {
  expect(load({}).pictureHosts).toBeNull();
  expect(load({ PICTURE_HOSTS: 'img.example.com, *.cdn.example' }).pictureHosts).toEqual([
    'img.example.com',
    '*.cdn.example',
  ]);
  expect(problems({ PICTURE_HOSTS: 'https://img.example.com' })).toEqual([
    'PICTURE_HOSTS is "https://img.example.com": give host names like img.example.com or *.example.com or IP addresses, separated by commas.',
  ]);
});

test.each([
  [{ HTTP_PORT: '80a' }, 'HTTP_PORT is "80a": give a port number from 1 to 65535.'],
  [{ HTTP_PORT: 'off' }, 'HTTP_PORT is "off": give a port number from 1 to 65535.'],
  [{ MQTT_PORT: '70000' }, 'MQTT_PORT is "70000": give a port number from 1 to 65535, or off.'],
  [{ DTU_PORT: '8080' }, 'DTU_PORT is "8080", the same as HTTP_PORT: give each its own port.'],
  [{ LISTEN: 'my-host' }, 'LISTEN is "my-host": give an IP address of this machine, 0.0.0.0 for all of them.'],
  [
    { DATABASE_URL: 'mysql://root:secret@db' },
    'DATABASE_URL is not usable: give postgresql://user:password@host/database, or leave it empty.',
  ],
  [{ TLS_CERT: '/nowhere.pem' }, 'TLS_CERT is "/nowhere.pem": give the path of a PEM file that the server may read.'],
  [{ TLS_KEY: import.meta.filename }, 'TLS_CERT is not set, but TLS_KEY is: set both or neither.'],
  [
    { TRUST_PROXY: 'everyone' },
    'TRUST_PROXY is "everyone": give the IP addresses or networks of your proxies separated by commas, or off.',
  ],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is not usable: give 16 to 200 letters, digits or symbols of -._~+/=.'],
  [{ DEMO: 'yes' }, 'DEMO is "yes": give on or off.'],
  [
    { ADMIN_ACCOUNT: 'operator', ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD is not usable: give 8 to 16 letters, digits or symbols of _~!@#$%^&*.',
  ],
  [{ ADMIN_ACCOUNT: 'operator' }, 'ADMIN_PASSWORD is not set, but ADMIN_ACCOUNT is: set both or neither.'],
  [
    { ALLOWED_PRIVATE_HOSTS: '10.0.0.0/40' },
    'ALLOWED_PRIVATE_HOSTS is "10.0.0.0/40": give host names, IP addresses or networks like 10.0.0.0/8, separated by commas.',
  ],
])('a setting that cannot be used is named with its value and what to do: %j', (environment, sentence) => {
  expect(problems(environment)).toEqual([sentence]);
});

test('every unusable setting is told at once', () => {
  expect(problems({ HTTP_PORT: 'x', DEMO: 'x' })).toHaveLength(2);
});

test('a misspelt name in .env is told; other names of the environment are not our concern', () => {
  expect(problems({ HTTPPORT: '1' }, 'HTTPPORT=9000\n')).toEqual([
    'HTTPPORT in .env is not a setting: correct its name (see .env.example) or remove it.',
  ]);
});

test('SMS, mail and sign-in with another account are set by their addresses', () => {
  const config = load({
    PUBLIC_URL: 'https://watch.example.com/',
    SMS_URL: 'https://sms.example.com/send',
    SMS_TOKEN: 'secret',
    SMS_BODY: 'to={to}&template=7&code={code}',
    SMTP_URL: 'smtp://user:pass@mail.example.com:587',
    MAIL_FROM: 'Watchpost <watch@example.com>',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'watchpost',
    OIDC_CLIENT_SECRET: 'secret',
  });
  expect(config).toMatchObject({
    publicUrl: 'https://watch.example.com',
    sms: { url: 'https://sms.example.com/send', token: 'secret', body: 'to={to}&template=7&code={code}' },
    mail: { url: 'smtp://user:pass@mail.example.com:587', from: 'Watchpost <watch@example.com>' },
    openId: { issuer: 'https://id.example.com', clientId: 'watchpost', clientSecret: 'secret', name: 'OpenID' },
  });
});

test('a call is posted with its code where nothing else is set, without which no key confirms', () => {
  const { voice } = load({ VOICE_URL: 'https://calls.example.com/call' });
  expect(JSON.parse(voice!.body)).toMatchObject({ to: '{to}', text: '{text}', key: '{key}', code: '{code}' });
});

test.each([
  [{ SMS_URL: 'ftp://x' }, 'SMS_URL is "ftp://x": give an address such as https://example.com, or leave it empty.'],
  [{ SMS_BODY: '{"to":{to}}' }, 'SMS_BODY is "{"to":{to}}": give a body with {to} and {text} (or {code}) in it.'],
  [
    { SMS_BODY: '{"to":{to} "text":"{text}"}' },
    'SMS_BODY is "{"to":{to} "text":"{text}"}": give JSON whose placeholders stand inside quotes, or a form such as to={to}&text={text}.',
  ],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is not set, but SMTP_URL is: set both or neither.'],
  [
    { MAIL_FROM: 'nobody', SMTP_URL: 'smtp://mail.example.com' },
    'MAIL_FROM is "nobody": give an address such as watch@example.com or Watchpost <watch@example.com>.',
  ],
  [
    {
      OIDC_ISSUER: 'http://id.example.com',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      PUBLIC_URL: 'https://w.example',
    },
    'OIDC_ISSUER is "http://id.example.com": give an https address; http is for a service on this machine alone (localhost).',
  ],
  [
    {
      OIDC_ISSUER: 'http://192.168.1.20:9000',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      PUBLIC_URL: 'https://w.example',
    },
    'OIDC_ISSUER is "http://192.168.1.20:9000": give an https address; http is for a service on this machine alone (localhost).',
  ],
  [
    { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    'PUBLIC_URL is not set, but OIDC_ISSUER is: say where people open this installation.',
  ],
])('a way to reach people that cannot work is told: %j', (environment, problem) => {
  expect(problems(environment)).toEqual([problem]);
});

test('tiles behind the maps are set by an address with the three places that a tile has', () => {
  const url = 'https://tiles.example.com/{z}/{x}/{y}.png';
  expect(load({ MAP_TILES_URL: url, MAP_TILES_CREDIT: '© Example' }).mapTiles).toEqual({
    ...{ url, credit: '© Example', datum: 'wgs84' },
  });
  expect(load({ MAP_TILES_URL: url, MAP_TILES_DATUM: 'gcj02' }).mapTiles).toMatchObject({ datum: 'gcj02' });
  expect(problems({ MAP_TILES_URL: url, MAP_TILES_DATUM: 'bd09' })).toEqual([
    'MAP_TILES_DATUM is "bd09": give wgs84 or gcj02.',
  ]);
  expect(problems({ MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}.png' })).toEqual([
    'MAP_TILES_URL is "https://tiles.example.com/{z}/{x}.png": give an address with {z}, {x} and {y} in its path, or leave it empty.',
  ]);
});

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
  'a sign-in service on this machine is tried without TLS: %s',
  (issuer) => {
    const config = load({
      PUBLIC_URL: 'http://localhost:8080',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    });
    expect(config.openId?.issuer).toBe(issuer);
  },
);

test('.env.example names every setting with its default', () => {
  expect(readFileSync(path.join(projectRoot, '.env.example'), 'utf8')).toBe(exampleFile());
});
