import { type CallSpec, calls, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from './account/index.ts';
import { fileIdOfUrl } from './files/index.ts';
import { startTestApplication, type TestApplication } from './testing/application.ts';
import { alarmsOf, anEquippedCompany, type Ids, measure, writeFilesOf } from './testing/equippedCompany.ts';
import { aMember } from './testing/factories.ts';
import { createFreshIds, type FreshIds } from './testing/freshIds.ts';
import { type Asked, askBySpecification, type Encoding } from './testing/specification/askBySpecification.ts';
import { isPayloadNamed, type SpecifiedCall, specifiedCalls } from './testing/specification/specifiedCalls.ts';
import { type SpecifiedInput, specifiedInputs } from './testing/specification/specifiedInputs.ts';
import { tokenFor } from './testing/tokenFor.ts';

/**
 * Clients that were written by the specification alone: its paths, its names, its encodings. What is asked here is taken from
 * `calls.tsv`, never from our contract.
 */

/** Not served: their domains are not begun. Take one off when it is, and give it a question in `specifiedInputs.ts`. */
const notServed: readonly string[] = [];

let app: TestApplication;
/** The company, as its administrator: a role with the wildcard. */
let ours: Ids;
/** Holds every permission of the project and none of the company. */
let memberId: number;
let freshIds: FreshIds;

beforeAll(async () => {
  let company: Awaited<ReturnType<typeof anEquippedCompany>>;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
      const roles = db
        .selectFrom('role_entry')
        .where('user_id', '=', company.userId)
        .where('project_id', '=', -1)
        .select('role_id');
      await db
        .insertInto('role_permission')
        .columns(['role_id', 'permission_id'])
        .expression((eb) =>
          eb.selectFrom(roles.as('held')).select(({ val }) => ['held.role_id', val(0).as('wildcard')]),
        )
        .execute();
      memberId = await aMember(db, company.companyId, company.projectId, { permissions: permissionsOf('project') });
      const password_hash = await hashPassword(company.password);
      await db
        .updateTable('app_user')
        .set({ account: 'oursmember', password_hash })
        .where('id', '=', memberId)
        .execute();
    },
  });
  const at = Date.now() - 60_000;
  const { pointId, confirmedPointId } = company!;
  await measure(
    app.application,
    [pointId, confirmedPointId].map((point) => ({ pointId: point, at, value: -5 })),
  );
  ours = { ...company!, ...(await alarmsOf(app.database.db, company!)), refreshToken: 'none' };
  await writeFilesOf(app.dataDir, ours, 'Ours');
  freshIds = createFreshIds(app, ours, 'Ours');
});
afterAll(() => app.stop());

const send = (call: SpecifiedCall, token: string | null, asked: Asked, encoding: Encoding = 'form') =>
  askBySpecification(app.url, call, token, asked, { encoding });

/** With every name that may be left out there and empty; `nothing` is how a body says so. */
function emptied({ query, body, besides, needs = [] }: SpecifiedInput, nothing: '' | null = ''): Asked {
  const without = (fields: object | undefined, said: '' | null) =>
    fields &&
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, needs.includes(name) ? value : said]));
  const fields = isFields(body) ? { ...without(body, nothing), ...besides?.body } : body;
  return { query: { ...without(query, ''), ...besides?.query }, body: fields };
}
const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);
const whole = ({ query, body, besides }: SpecifiedInput) => ({
  query: { ...query, ...besides?.query },
  body: isFields(body) || besides?.body ? { ...(body as object), ...besides?.body } : body,
});

const served = specifiedCalls.filter(({ name }) => name !== null);
const named = served.filter(isPayloadNamed);
const unnamed = served.filter((call) => !isPayloadNamed(call));
const withKey = (list: readonly SpecifiedCall[]) => list.map((call) => ({ ...call }));

test('every call of the specification is served, or stands in the list of those that are not', () => {
  const missing = specifiedCalls.filter(({ name }) => name === null).map(({ key }) => key);
  expect(missing).toEqual(notServed);
});

test('every served call whose payload is named has a question with just these names', () => {
  const asked = Object.fromEntries(
    named.map(({ key }) => {
      const { query = {}, body } = specifiedInputs[key]?.(ours) ?? {};
      return [key, { query: Object.keys(query).sort(), body: isFields(body) ? Object.keys(body).sort() : [] }];
    }),
  );
  const listed = named.map(({ key, query, body }) => [key, { query: [...query].sort(), body: [...body].sort() }]);
  expect(asked).toEqual(Object.fromEntries(listed));
  expect(Object.keys(specifiedInputs).filter((key) => !(key in asked))).toEqual(['POST /Upload/Upload']);
});

describe.each(withKey(named))('$key', (call) => {
  const encodings: Encoding[] = call.method === 'POST' || call.method === 'PUT' ? ['form', 'JSON'] : ['form'];
  const mayMember = (): boolean => {
    const { access }: CallSpec = calls[call.name!];
    return typeof access === 'string' || permissionsOf('project').some((permission) => access.includes(permission));
  };

  /** Everything that an earlier question may have used up, anew. */
  async function prepare(actorId: number) {
    const { db } = app.database;
    const untouched = { acknowledged_at: null, acknowledged_by: null, handled_at: null, handled_by: null };
    await db.updateTable('alarm').set(untouched).where('id', '=', ours.alarmId).execute();
    await db.deleteFrom('counted_call').execute();
    const fresh = await freshIds(call.name!, specifiedInputs[call.key]!);
    const ids = { ...ours, ...fresh, userId: actorId };
    if (actorId === memberId) await makeTheirOwn(ids);
    return { input: specifiedInputs[call.key]!(ids), token: call.isPublic ? null : await tokenFor(db, actorId) };
  }

  /** What only its owner may take, and where only those who work there are let in. */
  async function makeTheirOwn({
    workshopId,
    companyId,
    spareFileUrl,
    templateId,
    password,
    ownMobile,
  }: Ids): Promise<void> {
    const { db } = app.database;
    await aMember(db, companyId, workshopId, { userId: memberId, permissions: permissionsOf('project') });
    await db.updateTable('device_template').set({ created_by: memberId }).where('id', '=', templateId).execute();
    const file = fileIdOfUrl(spareFileUrl);
    if (file) await db.updateTable('uploaded_file').set({ user_id: memberId }).where('id', '=', file).execute();
    const password_hash = await hashPassword(password);
    await db.updateTable('app_user').set({ mobile: null }).where('id', '=', ours.userId).execute();
    await db.updateTable('app_user').set({ password_hash, mobile: ownMobile }).where('id', '=', memberId).execute();
  }

  test.each(encodings)(
    'is answered to the administrator, full, with empty fields and with null, by %s',
    async (encoding) => {
      const full = await prepare(ours.userId);
      const first = await send(call, full.token, { ...whole(full.input), files: full.input.files }, encoding);
      expect(first).toMatchObject({ Code: full.input.refusal ?? 200 });
      const empty = await prepare(ours.userId);
      const asked = { ...emptied(empty.input), files: empty.input.files };
      expect(await send(call, empty.token, asked, encoding)).toMatchObject({ Code: empty.input.refusal ?? 200 });
      if (encoding !== 'JSON') return;
      const unset = await prepare(ours.userId);
      const withNull = { ...emptied(unset.input, null), files: unset.input.files };
      expect(await send(call, unset.token, withNull, 'JSON')).toMatchObject({ Code: unset.input.refusal ?? 200 });
    },
  );

  test.each(encodings)('is answered to a member of the project, or refused as not theirs, by %s', async (encoding) => {
    for (const ask of ['full', 'empty'] as const) {
      const { input, token } = await prepare(memberId);
      const asked = ask === 'full' ? whole(input) : emptied(input);
      const answer = await send(call, token, { ...asked, files: input.files }, encoding);
      const may = mayMember() && !input.ofCompany?.includes(ask);
      expect(answer, ask).toMatchObject({ Code: may ? (input.refusal ?? 200) : 403 });
    }
  });
});

describe.each(withKey(unnamed))('$key', (call) => {
  test('takes a session, and answers an empty question in the envelope', async () => {
    const query = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1']));
    if (!call.isPublic) expect(await send(call, null, { query })).toMatchObject({ Code: 401 });
    const answer = await send(call, await tokenFor(app.database.db, ours.userId), { query });
    expect(answer).toMatchObject({ Code: expect.any(Number), Message: expect.any(String) });
    expect(answer.status).not.toBe(500);
  });
});
