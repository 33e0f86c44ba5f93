import { commonErrors } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import { greetingServer } from './testing/greetingServer.ts';

const server = greetingServer();
const { ask } = server;

const byForm = (payload: string) => ask('/api/Greeting/Rename', { payload, type: 'application/x-www-form-urlencoded' });
const byJson = (body: object) => ask('/api/Greeting/Rename', { payload: JSON.stringify(body) });

describe('a client of other habits', () => {
  test('leaves optional fields empty, and they are not set', async () => {
    expect((await byForm('id=1&name=&isOpen=&levelList=')).Data).toEqual({ id: 1 });
    expect((await byJson({ id: 1, name: null, isOpen: null, levelList: null })).Data).toEqual({ id: 1 });
    const { Data } = await ask('/api/Greeting/Greet?times=&loudly=', { payload: '{"name":"Lin","title":""}' });
    expect(Data).toEqual({ text: 'Hi Lin' });
  });

  test('clears what may be empty where it says so, and else has not set it', async () => {
    for (const clears of [false, true]) {
      const rename = (payload: string, type: string) => ask('/api/Greeting/Rename', { payload, type, clears });
      const byText = await rename('id=1&remark=', 'application/x-www-form-urlencoded');
      expect(byText.Data).toEqual(clears ? { id: 1, remark: '' } : { id: 1 });
      const inJson = await rename('{"id":1,"remark":null}', 'application/json');
      expect(inJson.Data).toEqual(clears ? { id: 1, remark: null } : { id: 1 });
    }
  });

  test('says in the query what a call takes in its body', async () => {
    const greet = (query: string, payload: string) => ask(`/api/Greeting/Greet?${query}`, { payload });
    expect((await greet('Name=Lin&times=2', '')).Data).toEqual({ text: 'Hi Hi Lin' });
    expect((await greet('Name=', '{"name":"Wang"}')).Data).toEqual({ text: 'Hi Wang' });
    const rename = (query: string, payload: string) => ask(`/api/Greeting/Rename?${query}`, { payload });
    expect((await rename('personId=1&levelList=1,2&isOpen=true', '{"name":"Lin"}')).Data).toEqual({
      ...{ id: 1, levelList: [1, 2], isOpen: true, name: 'Lin' },
    });
  });

  test('sends the fields of a form in parts, as browsers do', async () => {
    const type = 'multipart/form-data; boundary=x';
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const payload = `${part('id', '1')}${part('name', '林')}${part('remark', '')}--x--\r\n`;
    expect((await ask('/api/Greeting/Rename', { payload, type })).Data).toEqual({ id: 1, name: '林' });
    const file = '--x\r\nContent-Disposition: form-data; name="id"; filename="a.txt"\r\n\r\n1\r\n--x--\r\n';
    expect(await ask('/api/Greeting/Rename', { payload: file, type })).toMatchObject({
      Code: 400,
      Data: { Fields: [{ Field: 'id', Message: commonErrors.noFiles.en }] },
    });
    const nameless = '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n';
    expect(await ask('/api/Greeting/Rename', { payload: nameless, type })).toMatchObject({ Code: 400 });
  });

  test('may name a field in two ways where one is a name of many calls', async () => {
    expect((await byForm('placeId=7')).Data).toEqual({ id: 7 });
    expect((await byForm('placeId=7&id=1')).Data).toEqual({ id: 1 });
  });

  test('keeps caches away, and asks for English in the form of a country', async () => {
    expect((await byForm('id=1&_=1795475554923')).Code).toBe(200);
    for (const language of ['en-US', 'EN'])
      expect((await ask('/api/Greeting/Greet', { payload: '', language })).Message).toMatch(/^Check your input/);
    expect((await ask('/api/Greeting/Choose', { payload: '' })).Data).toEqual([]);
  });

  test('is told what is missing when it sends no body, or null', async () => {
    for (const payload of ['', 'null']) {
      expect((await ask('/api/Greeting/Greet', { payload })).Message).toBe('Check your input: name: Required');
    }
    const bare = await server.app.inject({ method: 'POST', url: '/api/Greeting/Greet', headers: { language: 'en' } });
    expect(bare.json().Message).toBe('Check your input: name: Required');
  });

  test.each(['levelList=1,2', 'levelList[]=1&levelList[]=2', 'levelList=1&levelList=2', 'levelList=[1,2]'])(
    'writes numbers, booleans and lists as text: %s',
    async (list) => {
      expect((await byForm(`id=1&isOpen=true&${list}`)).Data).toEqual({ id: 1, isOpen: true, levelList: [1, 2] });
    },
  );

  test('is not taken for meaning a number by a text in JSON', async () => {
    expect(await byJson({ id: '1' })).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'id' }] } });
  });

  test('is told what is wrong under the names that it sent, in any case and by other names', async () => {
    const fields = async (payload: string) =>
      (await byForm(payload)).Data.Fields.map(({ Field }: { Field: string }) => Field);
    expect(await fields('ID=x&ISOPEN=perhaps')).toEqual(['ID', 'ISOPEN']);
    expect(await fields('personId=&levelLIST=1,x')).toEqual(['personId', 'levelLIST']);
    expect(await fields('id=x')).toEqual(['id']);
    const { Message } = await byForm('PersonID=x');
    expect(Message).toMatch(/^Check your input: PersonID: /);
  });

  test('spells names in any case, and has its own for some', async () => {
    expect((await byForm('ID=1&NAME=Lin')).Data).toEqual({ id: 1, name: 'Lin' });
    expect((await byJson({ PersonID: 1, LevelLIST: [3] })).Data).toEqual({ id: 1, levelList: [3] });
    const { Data } = await ask('/api/Greeting/Greet?TIMES=2&Loudly=1', { payload: '{"Name":"Lin"}' });
    expect(Data).toEqual({ text: 'HI HI LIN' });
  });

  test('turns no text around: what a person reads is what was written', async () => {
    const refused = {
      Code: 400,
      Data: { Fields: [{ Field: 'name', Message: expect.stringContaining('turn text around') }] },
    };
    expect(await byJson({ id: 1, name: 'Lin\u202Egpj.exe' })).toMatchObject(refused);
    expect(await byForm(`id=1&name=${encodeURIComponent('\u2066Lin')}`)).toMatchObject(refused);
    expect((await byJson({ id: 1, name: '👩‍🔧 Lin' })).Code).toBe(200);
  });

  test('sends text that is text: no control characters, nothing that is not UTF-8, but as many lines as it likes', async () => {
    const refused = (Message: string) => ({ Code: 400, Data: { Fields: [{ Field: 'remark', Message }] } });
    for (const sign of ['\0', '\u0007', '\u001B', '\u007F', '\u0085'])
      expect(await byJson({ id: 1, remark: `a${sign}b` })).toMatchObject(refused('Control characters are not taken'));
    const notUtf8 = refused('This is not UTF-8: some characters cannot be read');
    expect(await byForm('id=1&remark=a%ffb')).toMatchObject(notUtf8);
    const bytes = Buffer.concat([Buffer.from('{"id":1,"remark":"a'), Buffer.of(0xff), Buffer.from('"}')]);
    const headers = { 'content-type': 'application/json', language: 'en' };
    const byBytes = await server.app.inject({ method: 'POST', url: '/api/Greeting/Rename', headers, payload: bytes });
    expect(byBytes.json()).toMatchObject(notUtf8);
    expect((await byJson({ id: 1, remark: 'a\tb\r\nc 林' })).Code).toBe(200);
  });

  test('is told what would be right, once a field, under the name that it sent', async () => {
    const fieldsOf = async (reply: Promise<{ Data: { Fields: unknown[] } }>) => (await reply).Data.Fields;
    expect(await fieldsOf(byJson({ id: 1, colour: 'violet' }))).toEqual([
      { Field: 'colour', Message: 'One of red, blue' },
    ]);
    expect(await fieldsOf(byForm('id=1&isOpenEnough=maybe'))).toEqual([
      { Field: 'isOpenEnough', Message: 'One of 0, 1, true, false' },
    ]);
    expect(await fieldsOf(byForm('id=1&levelList=urgent'))).toEqual([
      { Field: 'levelList', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byForm('id=1&levelList=1,urgent,2,high'))).toEqual([
      { Field: 'levelList', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byJson({ id: 1, levelList: [1, 'urgent'] }))).toEqual([
      { Field: 'levelList.1', Message: 'Must be a number' },
    ]);
    expect(await fieldsOf(byForm('id=1&day=31.12.2026'))).toEqual([{ Field: 'day', Message: 'A day as YYYY-MM-DD' }]);
    expect(await fieldsOf(byForm('id=1&day=2026-02-30'))).toEqual([{ Field: 'day', Message: 'There is no such day' }]);
    expect(await fieldsOf(byForm('id=1&name=Lin%0AWu\u202E'))).toHaveLength(1);
  });

  test('sends ids alone where objects are listed', async () => {
    expect((await byForm('id=1&placeList=7,8')).Data).toEqual({ id: 1, placeList: [{ id: 7 }, { id: 8 }] });
    expect((await byForm('id=1&placeList=7')).Data).toEqual({ id: 1, placeList: [{ id: 7 }] });
    expect((await byJson({ id: 1, placeList: [7, { id: 8 }] })).Data).toEqual({
      id: 1,
      placeList: [{ id: 7 }, { id: 8 }],
    });
  });

  test('says a field that it left empty in another spelling', async () => {
    expect((await byForm('id=1&personId=&Name=&name=Lin')).Data).toEqual({ id: 1, name: 'Lin' });
  });

  test('sends a list, or a field alone, as the whole body', async () => {
    const choose = (payload: string, type: string) => ask('/api/Greeting/Choose', { payload, type });
    expect((await choose('0=7&1=8', 'application/x-www-form-urlencoded')).Data).toEqual([7, 8]);
    expect((await choose('[7,8]', 'application/json')).Data).toEqual([7, 8]);
    const form = 'application/x-www-form-urlencoded';
    for (const payload of ['ChosenId=7&ChosenId=8', 'ChosenId[]=7&ChosenId[]=8', 'ChosenId=7,8', 'ChosenId=[7,8]'])
      expect((await choose(payload, form)).Data).toEqual([7, 8]);
    expect((await choose('{"ChosenId":[7,8]}', 'application/json')).Data).toEqual([7, 8]);
    expect((await choose('7', 'application/json')).Data).toEqual([7]);
    for (const payload of ['', 'ChosenId=', 'ChosenId=[]', '[]'])
      expect((await choose(payload, form)).Data).toEqual([]);
    expect(await choose('ChosenId=first', form)).toMatchObject({
      Data: { Fields: [{ Field: 'body', Message: 'Must be a number' }] },
    });
    expect(await choose('1=7&2=8', 'application/x-www-form-urlencoded')).toMatchObject({ Code: 400 });
    expect((await ask('/api/Greeting/Rename', { payload: '1' })).Data).toEqual({ id: 1 });
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
    'is refused where its parts cannot be told apart: %s',
    async (type) => {
      const payload = '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1';
      expect(await ask('/api/Greeting/Rename', { payload, type })).toMatchObject({ Code: 400 });
    },
  );

  test('says a field in the query or in the body, a company or a project in both', async () => {
    const Message = 'Given twice. Give it once.';
    const refused = await ask('/api/Greeting/Rename?Name=Wu', { payload: '{"id":1,"name":"Lin"}' });
    expect(refused).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'name', Message }] } });
    const same = await ask('/api/Greeting/Rename?Name=Lin', { payload: '{"id":1,"name":"Lin"}' });
    expect(same).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'name', Message }] } });
    const empty = await ask('/api/Greeting/Rename?Name=', { payload: '{"id":1,"name":"Lin"}' });
    expect(empty).toMatchObject({ Code: 200, Data: { id: 1, name: 'Lin' } });
  });

  test.each(['constructor', 'toString', 'valueOf'])('has no field that only JavaScript knows: %s', async (name) => {
    expect(await byForm(`id=1&${name}=1`)).toMatchObject({ Code: 400, Data: { Fields: [{ Field: name }] } });
    expect(await ask(`/api/Greeting/Rename?${name}=1`, { payload: '{"id":1}' })).toMatchObject({ Code: 400 });
  });

  test.each(['id=1&Id=2', 'id=1&personId=2', 'id=1&Id=1', 'id=1&personId=1', 'id=1&id=1', 'id[]=1&id[]=1'])(
    'says a field once: %s',
    async (payload) => {
      const Message = 'Given twice. Give it once.';
      expect(await byForm(payload)).toMatchObject({ Code: 400, Data: { Fields: [{ Field: 'id', Message }] } });
    },
  );

  test('is told of a field that nobody knows where it writes, and not where it reads', async () => {
    const refused = await byJson({ id: 1, hue: 'red', avatar: 'a.png', CompanyID: 1, language: 'en' });
    const Fields = [{ Field: 'hue', Message: 'There is no such field' }];
    expect(refused).toMatchObject({ Code: 400, Data: { Fields } });
    expect(await ask('/api/Greeting/Rename?hue=red', { payload: '{"id":1}' })).toMatchObject({ Data: { Fields } });
    expect(await ask('/api/Greeting/Greet?hue=red', { payload: '{"name":"Lin","size":2}' })).toMatchObject({
      Code: 200,
    });
  });

  test('is told of such a field wherever it stands in what is written, as far as its call says what stands there', async () => {
    const refused = await byJson({
      id: 1,
      limits: { low: 1, hihg: 2, avatar: 'a.png' },
      pointList: [{ id: 7 }, { ID: 8, companyId: 3 }],
      labels: { any: 'word' },
    });
    const Message = 'There is no such field';
    expect(refused).toMatchObject({ Code: 400 });
    expect(refused.Data.Fields).toEqual([
      { Field: 'limits.hihg', Message },
      { Field: 'pointList.1.companyId', Message },
    ]);
    // A schema that says itself what may stand there says it once.
    const strict = await byJson({ id: 1, pointList: [{ id: 7, limits: { high: 1, low: 0 } }] });
    expect(strict.Data.Fields.map(({ Field }: { Field: string }) => Field)).toEqual(['pointList.0.limits']);
    expect((await byJson({ id: 1, limits: { LOW: 1 }, labels: { any: 'word' } })).Code).toBe(200);
  });
});
