import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, Refusal } from '../testing/fakeApi.ts';
import { getAccessToken, setAccessToken } from './accessToken.ts';
import { api, CallError, onSessionEnd } from './client.ts';
import { switchLanguage } from './language.ts';
import { setPlace } from './place.ts';

const session = (token: string) => ({ Token: token, RefreshToken: 'in the cookie', ExpiresAt: Date.now() + 900_000 });
const refuseUnless = (good: string) => (request: { headers: Headers }) =>
  request.headers.get('authorization') === `Bearer ${good}` ? null : new Refusal(401, 'expired');

it('waits for an answer as long as the call says that it takes', async () => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  const waiting = vi.spyOn(AbortSignal, 'timeout');
  fakeApi({ getUserPreferences: () => ({ Preferences: '{}' }) });
  await api.getUserPreferences({});
  await api.importCompanyUser({ query: {}, files: [new File([''], 'members.xlsx')] }).catch(() => undefined);
  expect(waiting.mock.calls).toEqual([[60_000], [600_000]]);
  waiting.mockRestore();
});

it('saves a file that broke off on from where it stopped, and says so when nothing more comes', async () => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  vi.useFakeTimers();
  const still = { etag: '"a"', 'accept-ranges': 'bytes', 'content-disposition': "attachment; filename*=UTF-8''a.csv" };
  const brokenAfter = (text: string) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(text)),
      pull: (stream) => stream.error(new TypeError('network error')),
    });
  const asked: (string | null)[] = [];
  const answers = [
    () => new Response(brokenAfter('temper'), { headers: still }),
    () => Promise.reject(new TypeError('down')),
    () => new Response(brokenAfter('atu'), { status: 206, headers: still }),
    () => new Response('re', { status: 206, headers: still }),
  ];
  globalThis.fetch = async (_input, init) => {
    asked.push(new Headers(init?.headers).get('range'));
    return (answers.shift() ?? (() => Promise.reject(new TypeError('down'))))();
  };
  const saved = api.getDownloadFile({ query: { downloadId: 1 } });
  await vi.advanceTimersByTimeAsync(60_000);
  const { name, content } = await saved;
  expect([name, await content.text(), asked]).toEqual([
    'a.csv',
    'temperature',
    [null, 'bytes=6-', 'bytes=6-', 'bytes=9-'],
  ]);

  answers.push(() => new Response(brokenAfter('x'), { headers: still }));
  const failed = expect(api.getDownloadFile({ query: { downloadId: 1 } })).rejects.toMatchObject({ code: 0 });
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  vi.useRealTimers();
});

it('puts into the path what belongs there, and the rest into the query', async () => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  const asked: string[] = [];
  globalThis.fetch = async (input) => {
    asked.push(String(input));
    return new Response(JSON.stringify({ Code: 200, Data: [], Message: '' }));
  };
  await api.getWeatherOfDays({ query: { projectId: 3, days: 7 } });
  await api.getOutdoorPoint({ query: { projectId: 3 } });
  expect(asked).toEqual(['/api/Weather/weather/3/7', '/api/Weather/GetOutdoorPoint?projectId=3']);
});

it('a field that was cleared is sent empty by a form, too; a filter that is not set is not sent', async () => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  const sent: string[] = [];
  globalThis.fetch = async (input, init) => {
    sent.push(`${input} ${init?.body}`);
    return new Response(JSON.stringify({ Code: 200, Data: {}, Message: '' }));
  };
  await api.editAsset({ body: { AssetId: 3, InstallDate: null, Amount: null } as never });
  await api.getOutdoorPoint({ query: { projectId: null } as never });
  expect(sent[0]).toContain('AssetId=3&InstallDate=&Amount=');
  expect(sent[1]).toContain('/api/Weather/GetOutdoorPoint undefined');
});

describe('a call with an expired token', () => {
  beforeEach(() => setAccessToken({ token: 'old', expiresAt: Date.now() + 900_000 }));

  it('renews the session once for all calls under way and repeats each of them', async () => {
    const guard = refuseUnless('new');
    const { received } = fakeApi({
      refreshToken: () => session('new'),
      getUserPreferences: (request) => guard(request) ?? { Preferences: '{}' },
      getUserCompanyList: (request) => guard(request) ?? [],
    });
    const answers = await Promise.all([
      api.getUserPreferences({}),
      api.getUserCompanyList({}),
      api.getUserPreferences({}),
    ]);
    expect(answers).toEqual([{ Preferences: '{}' }, [], { Preferences: '{}' }]);
    expect(received.filter((name) => name === 'refreshToken')).toHaveLength(1);
    expect(getAccessToken()?.token).toBe('new');
  });

  it('ends the session once when the renewal is refused too', async () => {
    fakeApi({
      refreshToken: () => new Refusal(401, 'Your session has expired. Please log in again.'),
      getUserPreferences: () => new Refusal(401, 'expired'),
    });
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    await expect(Promise.all([api.getUserPreferences({}), api.getUserPreferences({})])).rejects.toMatchObject({
      code: 401,
    });
    stop();
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
    expect(getAccessToken()).toBeNull();
  });

  it('keeps the session when the renewal got no answer at all', async () => {
    fakeApi({ getUserPreferences: () => new Refusal(401, 'expired') });
    const answering = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('RefreshToken') ? Promise.reject(new TypeError('down')) : answering(input, init);
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    await expect(api.getUserPreferences({})).rejects.toMatchObject({ code: 0 });
    stop();
    expect(ended).not.toHaveBeenCalled();
    expect(getAccessToken()?.token).toBe('old');
  });
});

it('asks for a token before its first call where the tab has none', async () => {
  setAccessToken(null);
  const { received } = fakeApi({
    refreshToken: () => session('fresh'),
    getUserPreferences: () => ({ Preferences: '{}' }),
  });
  await api.getUserPreferences({});
  expect(received).toEqual(['refreshToken', 'getUserPreferences']);
});

describe('every call', () => {
  beforeEach(() => setAccessToken({ token: 'good', expiresAt: Date.now() + 900_000 }));

  it('says in which language, company and project it counts', async () => {
    switchLanguage('zh');
    setPlace({ companyId: 3, projectId: 14 });
    const { requests } = fakeApi({ getPointRealTimeData: () => [] });
    await api.getPointRealTimeData({ query: { pointIds: [1, 2, 3], ProjectId: 14 } });
    const request = requests.find(({ query }) => 'pointIds' in query);
    expect(request?.headers.get('language')).toBe('zh');
    expect(request?.headers.get('company-id')).toBe('3');
    expect(request?.headers.get('project-id')).toBe('14');
    expect(request?.query).toEqual({ pointIds: '1,2,3', ProjectId: '14' });
  });

  it('fails with the words of the server and what is wrong with which field', async () => {
    const fields = [{ Field: 'start', Message: '必填' }];
    fakeApi({ getPointRealTimeData: () => new Refusal(400, '输入有误', { Fields: fields }) });
    const error = await api.getPointRealTimeData({ query: { pointIds: [], ProjectId: 1 } }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: 400, message: '输入有误', fields });
  });

  it('says in the language of the user that the server cannot be reached', async () => {
    switchLanguage('en');
    globalThis.fetch = () => Promise.reject(new TypeError('down'));
    await expect(api.getUserPreferences({})).rejects.toMatchObject({
      code: 0,
      message: 'The server cannot be reached. Check your network.',
    });
  });

  it('takes the page of a proxy in front of a stopped server for no answer', async () => {
    globalThis.fetch = async () => new Response('<html>Bad Gateway</html>', { status: 502 });
    await expect(api.getUserPreferences({})).rejects.toMatchObject({ code: 0 });
  });
});
