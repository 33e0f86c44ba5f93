import { createHash, randomUUID } from 'node:crypto';
import { createTokens } from '../account/index.ts';
import { sealStatement } from '../compliance/index.ts';
import { documentHash, hashOfStatement, statementOf } from '../maintenance/contracts/document.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { randomCode } from '../platform/randomCode.ts';

/** Teams, templates, contracts and visits, each in the state that a call needs. */
export interface MaintenanceIds {
  teamId: number;
  idleTeamId: number;
  spareTeamId: number;
  freeTeamName: string;
  maintenanceTemplateId: number;
  draftTemplateId: number;
  spareMaintenanceTemplateId: number;
  openContractId: number;
  spareContractId: number;
  endingContractId: number;
  signableContractId: number;
  signableHash: string;
  linkableContractId: number;
  signLink: string;
  usableSignLink: string;
  usableSignHash: string;
  signCode: string;
  plannedOrderId: number;
  startableOrderId: number;
  startedOrderId: number;
  finishableOrderId: number;
  doneOrderId: number;
  skippableOrderId: number;
  signableOrderId: number;
  visitPhotoId: number;
  sealedContractId: number;
  planId: number;
  sparePlanId: number;
  planContractId: number;
  planDeviceId: number;
  mergeableOrderIds: number[];
  serviceCalendarId: number;
  spareServiceCalendarId: number;
  freeCalendarName: string;
}

export async function maintenanceOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<MaintenanceIds> {
  const at = new Date();
  const some = () => randomUUID().slice(0, 8);
  const team = async (): Promise<[number, string]> => {
    const name = `${marker} ${some()}`;
    const { id } = await db
      .insertInto('maintenance_team')
      .values({
        company_id: companyId,
        name,
        types: ['onSite'],
        areas: [marker],
        enabled: true,
        note: marker,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('maintenance_member')
      .values({ team_id: id, user_id: userId, is_admin: true, mobile: '' })
      .execute();
    return [id, name];
  };
  const groups = JSON.stringify([
    {
      GroupName: marker,
      ItemList: [
        {
          ...{ Name: marker, Content: 'yesNo', Required: true, Unit: '', Low: null, High: null },
          ...{ Reference: '', OptionList: [], LineList: [] },
        },
      ],
    },
  ]);
  const template = async (isPublished: boolean): Promise<number> => {
    const { id } = await db
      .insertInto('maintenance_template')
      .values({
        company_id: companyId,
        name: `${marker} template`,
        type: marker,
        draft: groups,
        has_draft: !isPublished,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isPublished)
      await db
        .insertInto('maintenance_template_revision')
        .values({ template_id: id, n: 1, groups, published_at: at, published_by: marker })
        .execute();
    return id;
  };
  const [teamId, teamName] = await team();
  const templateId = await template(true);
  const fields = {
    ...{ name: `${marker} contract`, party_a: marker, valid_from: '2026-01-01', valid_to: '2899-12-31' },
    ...{ cycle: 'month' as const, cycle_count: 1, first_on: '2026-01-01', note: marker },
  };
  for (const language of ['zh', 'en'])
    await db
      .insertInto('maintenance_preview')
      .values({ template_id: templateId, language, content: Buffer.from(`%PDF-1.4 ${marker}`), made_at: at })
      .execute();
  const contract = async (isSigned: boolean): Promise<[number, string]> => {
    const number = `${marker} ${some()}`;
    const { id } = await db
      .insertInto('maintenance_contract')
      .values({ ...fields, number, company_id: companyId, team_id: teamId, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('maintenance_contract_project').values({ contract_id: id, project_id: projectId }).execute();
    await db.insertInto('maintenance_contract_template').values({ contract_id: id, template_id: templateId }).execute();
    const hash = documentHash({
      ...{ ...fields, number, team_id: teamId, team_name: teamName, signing_date: null, amount_fen: null, targets: [] },
      ...{ project_ids: [projectId], templates: [{ id: templateId, name: '' }] },
    });
    if (isSigned)
      await db
        .insertInto('maintenance_signature')
        .values(
          (['a', 'b'] as const).map((party) => ({ contract_id: id, party, hash, user_id: userId, name: marker, at })),
        )
        .execute();
    return [id, hash];
  };
  const [contractId] = await contract(true);
  let k = 1_000;
  const order = async (state: 'planned' | 'started' | 'done', isAnswered = false): Promise<number> => {
    const { id } = await db
      .insertInto('maintenance_order')
      .values({
        ...{
          contract_id: contractId,
          project_id: projectId,
          k: k++,
          nominal_on: '2026-11-01',
          planned_on: '2026-11-01',
        },
        ...{ state, assignee_name: marker, reason: marker },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (state !== 'planned')
      await db
        .insertInto('maintenance_sheet')
        .values({
          ...{ order_id: id, template_id: templateId, template_name: marker, n: 1, groups },
          answers: JSON.stringify(isAnswered ? [{ Group: 0, Item: 0, Text: 'yes', LineList: [], Note: '' }] : []),
        })
        .execute();
    return id;
  };
  const [signableContractId, signableHash] = await contract(false);
  const [usableContractId, usableSignHash] = await contract(false);
  const signCode = '246810';
  /** A link by which party A signs, and the code that was sent to its phone. */
  const link = async (contractId: number, hash: string): Promise<string> => {
    const [token, mobile] = [randomCode(26), `139${String(contractId).padStart(8, '0')}`];
    const expires_at = new Date(at.getTime() + 24 * 3_600_000);
    await db
      .insertInto('maintenance_sign_link')
      .values({
        ...{ contract_id: contractId, party: 'a', token_hash: createHash('sha256').update(token).digest() },
        ...{ name: marker, mobile, hash, made_by: userId, made_at: at, expires_at },
      })
      .execute();
    const tokens = createTokens(await installationSecret(db, 'tokens'), systemClock);
    await db
      .insertInto('verification_code')
      .values({
        ...{
          purpose: 'signContract',
          target: mobile,
          network: 'test',
          expires_at,
          tries_left: 5,
          foreign_tries_left: 5,
        },
        code_hash: tokens.keyedHash(`code:signContract:${mobile}:${signCode}`),
        created_at: new Date(at.getTime() - 600_000),
      })
      .execute();
    return token;
  };
  const [readContractId, readHash] = await contract(false);
  const startedOrderId = await order('started');
  const fileId = randomUUID();
  await db
    .insertInto('uploaded_file')
    .values({
      ...{ id: fileId, company_id: companyId, user_id: userId, name: `${marker}.png`, content_type: 'image/png' },
      ...{ size_bytes: 1, uploaded_at: at },
    })
    .execute();
  const { id: visitPhotoId } = await db
    .insertInto('work_attachment')
    .values({
      ...{ project_id: projectId, order_kind: 'maintenance', order_id: startedOrderId, step: 'during' },
      ...{ file_id: fileId, user_id: userId, user_name: marker, at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [sealedContractId, sealedHash] = await contract(true);
  const { id: planDeviceId } = await db
    .selectFrom('device')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow();
  const plan = async (): Promise<number> => {
    const { id } = await db
      .insertInto('maintenance_plan')
      .values({
        ...{ contract_id: contractId, project_id: projectId, device_id: planDeviceId, name: `${marker} plan` },
        ...{ kind: 'condition', enabled: true, updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const secretKey = await installationSecret(db, 'secrets');
  let previous = '';
  for (const party of ['a', 'b'] as const) {
    const statement = statementOf({ at, hash: sealedHash, party, name: marker, userId, previous });
    const { keyId, signature } = await sealStatement(db, secretKey, statement, at);
    previous = hashOfStatement(statement);
    await db
      .updateTable('maintenance_signature')
      .set({ document: '{}', statement, key_id: keyId, seal: signature })
      .where('contract_id', '=', sealedContractId)
      .where('party', '=', party)
      .execute();
  }
  const calendar = async (): Promise<number> => {
    const { id } = await db
      .insertInto('service_calendar')
      .values({
        company_id: companyId,
        name: `${marker} ${some()}`,
        windows: JSON.stringify([{ to: 1080, from: 480, weekday: 1 }]),
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    teamId,
    idleTeamId: (await team())[0],
    spareTeamId: (await team())[0],
    freeTeamName: some(),
    maintenanceTemplateId: templateId,
    draftTemplateId: await template(false),
    spareMaintenanceTemplateId: await template(true),
    openContractId: (await contract(false))[0],
    spareContractId: (await contract(false))[0],
    endingContractId: (await contract(true))[0],
    signableContractId,
    signableHash,
    linkableContractId: (await contract(false))[0],
    signLink: await link(readContractId, readHash),
    usableSignLink: await link(usableContractId, usableSignHash),
    usableSignHash,
    signCode,
    plannedOrderId: await order('planned'),
    startableOrderId: await order('planned'),
    startedOrderId,
    finishableOrderId: await order('started', true),
    doneOrderId: await order('done', true),
    skippableOrderId: await order('planned'),
    signableOrderId: await order('done', true),
    visitPhotoId,
    sealedContractId,
    planId: await plan(),
    sparePlanId: await plan(),
    planContractId: contractId,
    planDeviceId,
    mergeableOrderIds: [await order('planned'), await order('planned')],
    serviceCalendarId: await calendar(),
    spareServiceCalendarId: await calendar(),
    freeCalendarName: `${some()} hours`,
  };
}
