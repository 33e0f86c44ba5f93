import type { SignPage } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getAccessToken, setAccessToken } from '../../lib/accessToken.ts';
import { switchLanguage } from '../../lib/language.ts';
import { getPlace } from '../../lib/place.ts';
import { type FakeCalls, fakeApi, Refusal } from '../../testing/fakeApi.ts';
import { act, byRole, click, render, type, until } from '../../testing/render.tsx';
import { PublicPages } from './PublicPages.tsx';

const sent = {
  Target: '139****0001',
  Channel: 'sms',
  ResendSeconds: 60,
  ExpiresSeconds: 300,
  InTestInbox: false,
} as const;
const session = { Token: 'token', RefreshToken: 'cookie', ExpiresAt: Date.now() + 900_000 };
const countries = () => [
  { Key: '86', Value: 'China', Code: 'CN' },
  { Key: '49', Value: 'Germany', Code: 'DE' },
  { Key: '44', Value: 'Guernsey', Code: 'GG' },
  { Key: '44', Value: 'United Kingdom', Code: 'GB' },
];

let leave: ReturnType<typeof vi.spyOn>;
let shown: Awaited<ReturnType<typeof render>> | null = null;
beforeEach(() => {
  setAccessToken(null);
  sessionStorage.clear();
  switchLanguage('en');
  leave = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  leave.mockRestore();
  window.history.replaceState(null, '', '/login');
});

async function open(address: string, answers: FakeCalls, ready: string) {
  window.history.replaceState(null, '', address);
  const api = fakeApi({ getCountryDropdownList: countries, mobileCode: () => sent, ...answers });
  const page = await render(<PublicPages path={window.location.pathname} />);
  shown = page;
  await until(() => byRole(page.container, 'heading', ready));
  const field = (name: string) => byRole(page.container, 'textbox', name) as HTMLInputElement;
  return {
    ...api,
    page: page.container,
    field,
    fill: async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await type(field(name), value);
    },
    press: (name: string) => click(byRole(page.container, 'button', name)),
    says: (words: string) => until(() => page.container.textContent?.includes(words)),
    bodyOf: (name: (typeof api.received)[number]) => api.requests[api.received.lastIndexOf(name)]?.body,
  };
}

it('sets a new password with a code, once both entries are the same', async () => {
  const { page, field, fill, press, says, received, bodyOf } = await open(
    '/forgetPwd',
    { forgetPwd: () => null },
    'Reset password',
  );
  await fill({ 'Mobile number': '13900000001', 'Verification code': '123456', 'New password': 'Freezer_7' });
  await fill({ 'Password again': 'Freezer_8' });
  await press('Set the new password');
  expect(page.textContent).toContain('The two passwords are not the same');
  expect(document.activeElement).toBe(field('Password again'));
  expect(received).not.toContain('forgetPwd');
  await fill({ 'Password again': 'Freezer_7' });
  await press('Set the new password');
  await says('Your password is set');
  expect(bodyOf('forgetPwd')).toEqual({ Mobile: '13900000001', Region: '86', Code: '123456', Pwd: 'Freezer_7' });
});

it('says the rule of passwords in the words of the server, and how strong a good one is', async () => {
  const { page, fill, press } = await open('/forgetPwd', {}, 'Reset password');
  expect(page.textContent).toContain('8 to 16 letters, digits or _~!@#$%^&*');
  await fill({ 'New password': 'Freezer_door7' });
  expect(page.textContent).toContain('Strong');
  await fill({ 'New password': 'too short?' });
  await press('Set the new password');
  expect(page.textContent).toContain('A password has 8 to 16 characters: letters, digits or _~!@#$%^&*');
  expect(page.textContent).toContain('Required');
  await act(async () => switchLanguage('zh'));
  expect(page.textContent).toContain('密码须为 8–16 位字母、数字或 _~!@#$%^&*');
});

it('registers nobody whose number is registered already', async () => {
  const { fill, press, says, field, received } = await open(
    '/login?to=register',
    { exists: () => ({ Exists: true }) },
    'Register',
  );
  await fill({ Name: 'Lin', Account: 'linyuqing', Password: 'Freezer_7', 'Password again': 'Freezer_7' });
  await fill({ 'Mobile number': '13900000001', 'Verification code': '123456' });
  await press('Register');
  await says('This phone number is already registered.');
  expect(document.activeElement).toBe(field('Mobile number'));
  expect(received).not.toContain('loginOrRegister');
});

it('puts what the server refuses beside the field it names', async () => {
  const { fill, press, says, field } = await open(
    '/login?to=register',
    {
      exists: () => ({ Exists: false }),
      loginOrRegister: () =>
        new Refusal(400, 'Check what you entered', { Fields: [{ Field: 'Account', Message: 'Not that one' }] }),
    },
    'Register',
  );
  await fill({ Name: 'Lin', Account: 'linyuqing', Password: 'Freezer_7', 'Password again': 'Freezer_7' });
  await fill({ 'Mobile number': '13900000001', 'Verification code': '123456' });
  await press('Register');
  await says('Not that one');
  expect(document.activeElement).toBe(field('Account'));
});

it('shows the country that was chosen, though another one before it has the same dialling code', async () => {
  const { page, press } = await open('/forgetPwd', {}, 'Reset password');
  const choose = async (present: string, country: string) => {
    await press(`Country or region: ${present}`);
    await click(byRole(page, 'option', country));
  };
  await until(() => byRole(page, 'button', 'Country or region: China +86'));
  await choose('China +86', 'United Kingdom+44');
  await choose('United Kingdom +44', 'Guernsey+44');
  byRole(page, 'button', 'Country or region: Guernsey +44');
});

it('chooses the dialling code by typing a country and pressing Enter', async () => {
  const { page, fill, press, bodyOf, says, requests, received } = await open(
    '/forgetPwd',
    { forgetPwd: () => null },
    'Reset password',
  );
  await until(() => byRole(page, 'button', 'Country or region: China +86'));
  await press('Country or region: China +86');
  const search = byRole(page, 'combobox', 'Search country, region or code');
  expect(document.activeElement).toBe(search);
  await type(search, 'king');
  await act(async () => {
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  expect(byRole(page, 'button', 'Country or region: United Kingdom +44')).toBe(document.activeElement);
  await fill({ 'Mobile number': '7400123456' });
  await press('Get a code');
  await says('A code is on its way');
  expect(requests[received.indexOf('mobileCode')]?.query).toEqual({
    mobile: '7400123456',
    region: '44',
    title: 'forgotPassword',
  });
  await fill({ 'Verification code': '123456', 'New password': 'Freezer_7', 'Password again': 'Freezer_7' });
  await press('Set the new password');
  await says('Your password is set');
  expect(bodyOf('forgetPwd')).toMatchObject({ Region: '44' });
});

it('tells the applicant for a company what happens next', async () => {
  const { page, fill, press, says, bodyOf } = await open(
    '/companyRegister',
    { addCompanyApply: () => null },
    'Register a company',
  );
  await fill({ 'Company name': 'North Cold', 'Your full name': 'Wang Qiang', 'Mobile number': '13900000001' });
  await press('Get a code');
  await says('A code is on its way to 139****0001');
  await fill({ 'Verification code': '123456' });
  await press('Send the application');
  expect(document.activeElement).toBe(page.querySelector('select'));
  const select = page.querySelector('select') as HTMLSelectElement;
  await act(async () => {
    select.value = '2';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await press('Send the application');
  await says('What happens next');
  expect(page.textContent).toContain('The decision is sent to 139****0001 by SMS.');
  expect(bodyOf('addCompanyApply')).toMatchObject({
    companyName: 'North Cold',
    industry: '2',
    mobile: '13900000001',
  });
});

const invitation = {
  CompanyName: 'East Cold',
  CreateName: 'Lin',
  ExpireEPOCH: Date.UTC(2026, 10, 22, 1),
  Note: 'Night shift',
  CompanyRoleName: 'Engineer',
  ProjectRoleList: [{ SubareaId: 4, SubareaName: 'Store 1', RoleId: 2, RoleName: 'Project owner' }],
};

it('shows what an invitation grants and lets people in by phone', async () => {
  const { page, fill, press, bodyOf } = await open(
    '/invite?code=abc',
    {
      getInvitationInfo: () => invitation,
      loginOrRegisterByInvitation: () => ({ ...session, IsNew: true, CompanyId: 3, CompanyName: 'East Cold' }),
    },
    'Join a company',
  );
  await until(() => byRole(page, 'textbox', 'Mobile number'));
  for (const words of ['Lin invites you to East Cold.', 'Engineer', 'Store 1', 'Project owner', 'Night shift']) {
    expect(page.textContent).toContain(words);
  }
  await fill({ 'Mobile number': '13900000001', 'Verification code': '123456', 'Your name': 'Wang' });
  await press('Join');
  await until(() => leave.mock.calls.length === 1);
  expect(bodyOf('loginOrRegisterByInvitation')).toMatchObject({
    InvitationCode: 'abc',
    Mobile: '13900000001',
    Region: '86',
    SMSCode: '123456',
    RealName: 'Wang',
  });
  expect(leave).toHaveBeenCalledWith('/inviteSuccess');
  expect(getPlace().companyId).toBe(3);
  const { page: success } = await open('/inviteSuccess', {}, 'You have joined');
  expect(success.textContent).toContain('You are now a member of East Cold.');
});

it('lets a signed-in user join with their account', async () => {
  setAccessToken({ token: 'old', expiresAt: 0 });
  const { page, press, bodyOf } = await open(
    '/invite?token=abc',
    {
      refreshToken: () => session,
      getUserInfo: () => ({
        UserId: 1,
        Account: 'wangqiang',
        AccountChosen: true,
        HasPassword: true,
        Nickname: 'Wang Qiang',
        CompanyName: '',
        Depart: '',
        Mobile: '',
        Email: '',
        Avatar: '',
        OpenIdName: null,
        Deactivated: false,
      }),
      getInvitationInfo: () => invitation,
      acceptInvitation: () => ({ CompanyId: 3, CompanyName: 'East Cold' }),
    },
    'Join a company',
  );
  await until(() => byRole(page, 'button', 'Join as Wang Qiang'));
  await press('Join as Wang Qiang');
  await until(() => leave.mock.calls.length === 1);
  expect(bodyOf('acceptInvitation')).toEqual({ InvitationCode: 'abc' });
});

it.each([
  'This invitation has been used. Each link works once.',
  'This invitation has expired: links are valid for 24 hours. Ask for a new one.',
  'This invitation has been revoked.',
])('says of an invitation that is no longer good: %s', async (words) => {
  const { page } = await open(
    '/invite?code=abc',
    { getInvitationInfo: () => new Refusal(409, words) },
    'This invitation cannot be used',
  );
  expect(byRole(page, 'alert', words)).toBeTruthy();
});

it('signs in by a one-time code from another system and goes only to paths of ours', async () => {
  const { received } = await open(
    '/other?code=xyz&returnTo=%2Fmonitor%2Fcold',
    { loginByCode: () => ({ ...session, CompanyId: 3 }) },
    'Signing you in',
  );
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('/monitor/cold');
  expect(received).toEqual(['loginByCode']);
  expect(getAccessToken()?.token).toBe('token');
  // The code is not left in the history.
  expect(window.location.search).toBe('');
});

it('comes back from a provider of accounts to the screen that asked for the sign-in', async () => {
  for (const [redirect, to] of [
    ['/memberManage?page=2', '/memberManage?page=2'],
    ['https://evil.example/', '/'],
  ] as const) {
    sessionStorage.setItem('openIdTrip', JSON.stringify({ kind: 'signIn', redirect }));
    leave.mockClear();
    await open(
      '/other?code=a&state=b',
      { finishOpenId: () => ({ Kind: 'signedIn', Session: session }) },
      'Signing you in',
    );
    await until(() => leave.mock.calls.length === 1);
    expect(leave).toHaveBeenCalledWith(to);
  }
});

it('an account that could not be linked leads back to the settings, not to the login', async () => {
  sessionStorage.setItem('openIdTrip', JSON.stringify({ kind: 'bind' }));
  const { page } = await open(
    '/other?code=a&state=b',
    { finishOpenId: () => new Refusal(409, 'This account is linked with somebody else.') },
    'The account could not be linked',
  );
  expect(byRole(page, 'alert', 'This account is linked with somebody else.')).toBeTruthy();
  expect(byRole(page, 'link', 'Back to personal settings').getAttribute('href')).toBe('/userSet/myInformation');
});

it('does not follow a link from another system out of the product', async () => {
  await open(
    '/other?code=xyz&returnTo=https%3A%2F%2Fevil.example%2F',
    { loginByCode: () => ({ ...session, CompanyId: null }) },
    'Signing you in',
  );
  await until(() => leave.mock.calls.length === 1);
  expect(leave).toHaveBeenCalledWith('/');
});

it('hands the answer of a provider of accounts to the server whole', async () => {
  const { bodyOf } = await open(
    '/other?code=a&state=b&iss=c',
    { finishOpenId: () => ({ Kind: 'bound', Session: null }) },
    'Signing you in',
  );
  await until(() => leave.mock.calls.length === 1);
  expect(bodyOf('finishOpenId')).toEqual({ Query: 'code=a&state=b&iss=c' });
  expect(leave).toHaveBeenCalledWith('/userSet/myInformation');
});

it('says of a used code that it is no longer valid', async () => {
  const { page } = await open(
    '/other?code=old',
    { loginByCode: () => new Refusal(400, 'This sign-in link is no longer valid.') },
    'You could not be signed in',
  );
  expect(byRole(page, 'alert', 'This sign-in link is no longer valid.')).toBeTruthy();
  expect(getAccessToken()).toBeNull();
});

const statement = JSON.stringify({
  format: 'waybill-certificate/1',
  id: 'a'.repeat(26),
  revision: 1,
  reason: 'first',
  issuedAt: Date.UTC(2026, 10, 28, 11),
  unread: [],
  company: 'Cold chain company',
  project: { zh: '冷库', en: 'Cold store' },
  timeZone: 'Asia/Shanghai',
  number: 'WB-7',
  isSigned: true,
  shipper: '',
  consignee: 'Hospital 3',
  origin: '',
  destination: '',
  goods: 'Vaccine',
  quantity: '',
  vehicle: null,
  plate: null,
  range: { name: { zh: '冷藏', en: 'Cold' }, low: 2, high: 8 },
  departedAt: null,
  arrivedAt: null,
  endedAt: Date.UTC(2026, 10, 28, 10),
  tags: [
    {
      serial: 'T1',
      name: 'T1',
      place: '',
      from: Date.UTC(2026, 10, 28, 8),
      to: Date.UTC(2026, 10, 28, 10),
      calibration: null,
      offsets: [],
      samples: 120,
      sha: '',
      knownMs: 7_200_000,
      lowest: 4,
      highest: 11,
      mean: 5.2,
      kinetic: 5.4,
      beyondMs: 720_000,
      excursions: [],
      gaps: [],
      memory: null,
    },
  ],
  distanceMetres: null,
  stops: [],
  handovers: [],
  english: {},
});
const hexOf = async (text: string): Promise<string> =>
  hexOfBytes(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
const keys = crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
const hexOfBytes = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const signatureOf = async (hash: string): Promise<string> =>
  hexOfBytes(
    await crypto.subtle.sign(
      'Ed25519',
      (await keys).privateKey,
      Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    ),
  );
const publicKey = async (): Promise<string> => {
  const der = new Uint8Array(await crypto.subtle.exportKey('spki', (await keys).publicKey));
  return `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...der))}\n-----END PUBLIC KEY-----\n`;
};
/** A document as it was signed, but for `fields`. */
async function sealed(fields: { Statement?: string; [field: string]: unknown } = {}) {
  const hash = await hexOf(fields.Statement ?? statement);
  return {
    Kind: 'waybill' as const,
    State: 'valid' as const,
    IsIntact: true,
    Revision: 1,
    IssueEpoch: Date.UTC(2026, 10, 28, 11),
    NewestRevision: 1,
    NewestDocument: null,
    ResealedDays: 0,
    Statement: statement,
    Hash: hash,
    Signature: await signatureOf(hash),
    PublicKey: await publicKey(),
    FileList: [],
    ...fields,
  };
}
const documentAt = `/verify/${'a'.repeat(26)}`;

it('says of a certificate that it is the one that was signed, with its figures, to somebody without an account', async () => {
  const answer = await sealed();
  const { page } = await open(
    `${documentAt}#${answer.Hash.slice(0, 16)}`,
    { getSealedDocument: () => answer },
    'Temperature certificate of a waybill',
  );
  expect(page.textContent).toContain('This is the document that was signed');
  expect(page.textContent).toContain('There is no newer revision.');
  expect(page.textContent).toContain('Signaturematches, checked by this browser');
  for (const words of ['Hospital 3', 'WB-7', '11.0 °C', '12 min', '100.0 %']) expect(page.textContent).toContain(words);
});

it('says that a newer revision exists, and leads to it', async () => {
  const answer = await sealed({ State: 'superseded', NewestRevision: 2, NewestDocument: 'b'.repeat(26) });
  const { page } = await open(documentAt, { getSealedDocument: () => answer }, 'Temperature certificate of a waybill');
  expect(page.textContent).toContain('There is a newer revision: 2');
  expect(byRole(page, 'link', 'Open revision 2').getAttribute('href')).toBe(`/verify/${'b'.repeat(26)}`);
});

it.each([
  ['another hash in the code', '#0123456789abcdef', {}],
  ['a statement that has another hash', '', { Hash: 'ff' }],
  ['what its issuer finds changed', '', { IsIntact: false }],
  ['a signature of something else', '', { Signature: '00'.repeat(64) }],
  ['a signature that is none', '', { Signature: 'no signature' }],
  ['a key that is none', '', { PublicKey: 'no key' }],
  ['a statement that cannot be read', '', { Statement: '{"format":' }],
])('warns of %s', async (_what, fragment, fields) => {
  const answer = await sealed(fields);
  const { page } = await open(
    `${documentAt}${fragment}`,
    { getSealedDocument: () => answer },
    'Temperature certificate of a waybill',
  );
  expect(page.textContent).toContain('Not what was signed');
  expect(page.textContent).not.toContain('This is the document that was signed');
});

it('says of an unknown id that there is no such document', async () => {
  const refuse = () => new Refusal(404, 'There is no such document. Check its code or number.');
  const { page } = await open(documentAt, { getSealedDocument: refuse }, 'No such document');
  expect(page.textContent).toContain('Check its code or number');
});

it('says of a server without an answer what it says, not that there is no such document, and asks again', async () => {
  const answer = await sealed();
  let isDown = true;
  const { page, press } = await open(
    documentAt,
    { getSealedDocument: () => (isDown ? new Refusal(500, 'Please try again later.') : answer) },
    'Verify a document',
  );
  await until(() => byRole(page, 'alert', 'Please try again later.'));
  isDown = false;
  await press('Try again');
  await until(() => page.textContent?.includes('This is the document that was signed'));
});

it('says of a file that cannot be read that it cannot', async () => {
  const answer = await sealed({ FileList: [{ Name: 'certificate.pdf', SizeBytes: 1, Sha256: 'ff' }] });
  const { page, says } = await open(
    documentAt,
    { getSealedDocument: () => answer },
    'Temperature certificate of a waybill',
  );
  const file = new File(['x'], 'moved.pdf');
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  const input = page.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: [file] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await says('moved.pdf cannot be read');
});

it('names the day on which an excursion ended, where it is another one', async () => {
  const said = JSON.parse(statement);
  const excursion = (from: number, to: number) => ({ from, to, extreme: 11, degreeHours: 1 });
  said.tags[0].excursions = [
    excursion(Date.UTC(2026, 10, 27, 15, 50), Date.UTC(2026, 10, 27, 16, 20)),
    excursion(Date.UTC(2026, 10, 28, 8), Date.UTC(2026, 10, 28, 8, 10)),
  ];
  const answer = await sealed({ Statement: JSON.stringify(said) });
  const { page } = await open(documentAt, { getSealedDocument: () => answer }, 'Temperature certificate of a waybill');
  expect(page.textContent).toContain('2026-11-27 23:50 – 2026-11-28 00:20');
  expect(page.textContent).toContain('2026-11-28 16:00 – 16:10');
});

const toSign: SignPage = {
  ContractName: 'Cold stores',
  ContractNumber: 'K-7',
  PartyA: 'Fresh Choice',
  TeamName: 'North',
  Party: 'a',
  Name: 'Chen Jing',
  Mobile: '139****2222',
  ExpireEpoch: Date.UTC(2026, 11, 1),
  IsSigned: false,
  Hash: 'ab'.repeat(32),
  StartDate: '2026-12-01',
  EndDate: '2027-11-30',
  Cycle: 'month',
  CycleCount: 1,
  FirstDate: '2026-12-10',
  Amount: 4800,
  ProjectNameList: ['Store 3'],
  TemplateNameList: ['Monthly'],
  TargetList: [],
  Note: '',
  State: 'toSign',
  SignatureList: [],
};
const signAt = `/sign/${'a'.repeat(26)}`;

it('has a contract read and signed by a code to the phone of the link, once it was agreed', async () => {
  let isSigned = false;
  const { page, fill, press, says, received, bodyOf } = await open(
    signAt,
    {
      getSignPage: () => ({ ...toSign, IsSigned: isSigned }),
      sendSignCode: () => sent,
      signByLink: () => {
        isSigned = true;
        return { State: 'toSign' };
      },
    },
    'Sign a maintenance contract',
  );
  for (const words of [
    'Cold stores',
    'Fresh Choice',
    'Store 3',
    '4,800.00',
    'A code goes to 139****2222.',
    toSign.Hash,
  ])
    await says(words);
  await press('Get a code');
  await says('A code is on its way to 139****0001.');
  await fill({ 'Verification code': '123456' });
  await press('Sign');
  await says('Read it and agree first.');
  expect(received).not.toContain('signByLink');
  await click(page.querySelector<HTMLInputElement>('#Agreed')!);
  await press('Sign');
  await says('Signed. Thank you');
  expect(bodyOf('signByLink')).toMatchObject({ Hash: toSign.Hash, Code: '123456' });
  await says('Once the other party has signed');
});

it('says of a link that is over what to do', async () => {
  const refuse = () => new Refusal(404, 'This link to sign is not valid, or no longer. Ask who sent it for a new one.');
  const { page } = await open(signAt, { getSignPage: refuse }, 'This cannot be signed');
  expect(page.textContent).toContain('Ask who sent it for a new one.');
});
