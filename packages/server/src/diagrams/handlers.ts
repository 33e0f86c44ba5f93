import {
  byRoles,
  commonErrors,
  type DiagramDocument,
  type diagramCalls,
  diagramErrors,
  emptyDiagram,
  forDevice,
  type generatedDiagramCalls,
  mostVersions,
} from '@watchpost/contract';
import { type Caller, needInProject } from '../access/index.ts';
import { type PlantRow, plantOfProject } from '../devices/index.ts';
import type { EventBus } from '../events.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { generateDiagrams, plantOf } from './generate.ts';
import { presentDiagram, presentGenerated, presentGeneratedRow, presentRow, presentVersion } from './present.ts';
import { namedIn, shownDocument } from './shownDocument.ts';
import {
  type DiagramFacts,
  type DiagramNames,
  deleteDiagrams,
  documentOf,
  findDiagrams,
  insertDiagram,
  insertVersion,
  isClassTaken,
  isNameTaken,
  lockDiagrams,
  lockNames,
  renameDiagram,
  standingOf,
  versionsOf,
} from './store.ts';

interface DiagramDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
}

const readers = ['monitorView', 'monitorEdit', 'diagramEdit'] as const;
const editors = ['diagramEdit'] as const;

/** Names as they are kept: an English one that says the same is none. */
const namesOf = ({ DiagramName, DiagramNameEn }: { DiagramName: string; DiagramNameEn: string }): DiagramNames => ({
  name: DiagramName,
  name_en: DiagramNameEn === '' || DiagramNameEn === DiagramName ? null : DiagramNameEn,
});

const inLog = ({ name, name_en: nameEn }: DiagramNames) => ({ name, nameEn });

/** Counts for the log: two drawings are not compared there line by line. */
const sizeOf = (document: DiagramDocument) => ({
  diagramSymbols: document.nodes.length,
  diagramLines: document.lines.length,
  diagramTexts: document.texts.length,
});

/**
 * The devices of which a document shows something.
 *
 * @throws Refusal with the place in the document when it names what is not of the project
 */
async function devicesIn(
  { tenant }: Caller,
  { transaction }: OneWrite,
  projectId: number,
  document: DiagramDocument,
): Promise<number[]> {
  const { devices, points, served, diagrams } = await standingOf(tenant, transaction, projectId, namedIn(document));
  for (const [index, { id, device, bind, opens }] of document.nodes.entries()) {
    const refuse = (field: string) =>
      new Refusal(diagramErrors.notOfProject, { field: `Document.nodes.${index}.${field}`, node: id });
    if (device !== null && !devices.get(device)) throw refuse('device');
    for (const [input, pointId] of Object.entries(bind)) if (!points.get(pointId)) throw refuse(`bind.${input}`);
    if (opens?.to === 'diagram' && !diagrams.has(opens.id)) throw refuse('opens');
  }
  return [...new Set([...devices.keys(), ...[...served.values()].flat()])];
}

export function diagramHandlers(deps: DiagramDeps): Handlers<typeof diagramCalls & typeof generatedDiagramCalls> {
  const { db, clock, events } = deps;
  const tell = ({ afterCommit }: OneWrite, companyId: number) =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['diagram'] }));
  const needFreeName = async (
    { tenant }: Caller,
    { transaction }: OneWrite,
    { projectId, name, exceptId }: { projectId: number; name: string; exceptId: number },
  ) => {
    await lockNames(tenant, transaction, projectId);
    if (await isNameTaken(tenant, transaction, { projectId, name, exceptId }))
      throw new Refusal(diagramErrors.nameTaken);
  };
  const needDiagram = async (caller: Caller, { transaction }: OneWrite, diagramId: number): Promise<DiagramFacts> => {
    const [diagram] = await lockDiagrams(caller.tenant, transaction, [diagramId]);
    if (!diagram) throw new Refusal(commonErrors.notFound);
    needInProject(caller, diagram.project_id, editors);
    return diagram;
  };
  const needNewest = async (caller: Caller, write: OneWrite, diagram: DiagramFacts, baseVersion: number) => {
    if (diagram.version === baseVersion) return;
    const [newest] = await versionsOf(caller.tenant, write.transaction, diagram.id);
    throw new Refusal(diagramErrors.changedMeanwhile, {
      who: newest?.author ?? { zh: '他人', en: 'Somebody else' },
      version: diagram.version,
    });
  };
  const needDocument = async (
    { tenant }: Caller,
    { transaction }: OneWrite,
    diagramId: number,
    version: number,
  ): Promise<DiagramDocument> => {
    const document = await documentOf(tenant, transaction, diagramId, version);
    if (!document) throw new Refusal(diagramErrors.noSuchVersion);
    return document;
  };
  /** Devices of a class in a project that the caller sees, by place. */
  const devicesOfClass = (
    { tenant }: Caller,
    on: DbOrTransaction,
    projectId: number,
    classCode: string | null,
  ): Promise<PlantRow[]> =>
    classCode === null ? Promise.resolve([]) : plantOfProject(tenant, on, projectId, { classCodes: [classCode] });
  /** The one that was asked for, else the first. */
  const chosenOf = (devices: readonly PlantRow[], deviceId: number | undefined): PlantRow | null => {
    const found = deviceId === undefined ? devices[0] : devices.find(({ id }) => id === deviceId);
    if (!found && deviceId !== undefined) throw new Refusal(commonErrors.notFound);
    return found ?? null;
  };
  /** As it is kept: a document of a class by roles, another one as it was drawn. */
  const asKept = async (
    caller: Caller,
    { transaction }: OneWrite,
    { projectId, classCode, deviceId }: { projectId: number; classCode: string | null; deviceId: number | undefined },
    drawn: DiagramDocument,
  ): Promise<DiagramDocument> => {
    if (classCode === null)
      return { ...drawn, nodes: drawn.nodes.map(({ isSelf: _isSelf, roles: _roles, ...node }) => node) };
    const device = chosenOf(await devicesOfClass(caller, transaction, projectId, classCode), deviceId);
    if (!device) {
      if (drawn.nodes.some((node) => node.device !== null || Object.keys(node.bind).length > 0))
        throw new Refusal(diagramErrors.noDeviceOfClass);
      return drawn;
    }
    const kept = byRoles(drawn, plantOf(device));
    if ('document' in kept) return kept.document;
    const { path, node, why } = kept.faults[0]!;
    throw new Refusal(why === 'role' ? diagramErrors.noRole : diagramErrors.otherDevice, { field: path, node });
  };
  /** A new diagram with its first version. */
  const create = async (
    caller: Caller,
    write: OneWrite,
    projectId: number,
    names: DiagramNames,
    document: DiagramDocument,
    { classCode = null, copiedFrom }: { classCode?: string | null; copiedFrom?: string } = {},
  ): Promise<number> => {
    const { tenant } = caller;
    await needFreeName(caller, write, { projectId, name: names.name, exceptId: 0 });
    if (classCode !== null && (await isClassTaken(tenant, write.transaction, projectId, classCode)))
      throw new Refusal(diagramErrors.classTaken);
    const deviceIds = await devicesIn(caller, write, projectId, document);
    const at = new Date(clock.now());
    const id = await insertDiagram(
      tenant,
      write.transaction,
      { ...names, project_id: projectId, class_code: classCode },
      at,
    );
    const version = { document, note: '', authorId: caller.userId, restoredFrom: null };
    await insertVersion(tenant, write.transaction, id, version, { deviceIds, mostVersions, at });
    write.log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'diagram', id, name: names.name },
      after: { ...inLog(names), ...sizeOf(document), ...(copiedFrom ? { copiedFrom } : {}) },
    });
    tell(write, tenant.companyId);
    return id;
  };
  /** Another version of a diagram, upon the one that the caller saw. */
  const publish = async (
    caller: Caller,
    write: OneWrite,
    diagram: DiagramFacts,
    { document, note, restoredFrom }: { document: DiagramDocument; note: string; restoredFrom: number | null },
  ): Promise<number> => {
    const { tenant } = caller;
    const deviceIds = await devicesIn(caller, write, diagram.project_id, document);
    const before = await needDocument(caller, write, diagram.id, diagram.version);
    const version = await insertVersion(
      tenant,
      write.transaction,
      diagram.id,
      { document, note, authorId: caller.userId, restoredFrom },
      { deviceIds, mostVersions, at: new Date(clock.now()) },
    );
    write.log({
      companyId: tenant.companyId,
      projectId: diagram.project_id,
      subject: { kind: 'diagram', id: diagram.id, name: diagram.name },
      before: { diagramVersion: diagram.version, ...sizeOf(before) },
      after: {
        diagramVersion: version,
        ...sizeOf(document),
        ...(note === '' ? {} : { versionNote: note }),
        ...(restoredFrom === null ? {} : { restoredFrom }),
      },
    });
    tell(write, tenant.companyId);
    return version;
  };

  return {
    async getDiagramList({ caller, language }, { query }) {
      needInProject(caller, query.projectId, readers);
      const rows = await findDiagrams(caller.tenant, db, { projectId: query.projectId, deviceId: query.modelTreeId });
      return rows.map((row) => presentRow(row, language));
    },

    async getDiagram({ caller, language }, { query }) {
      const { tenant } = caller;
      const [diagram] = await findDiagrams(tenant, db, { diagramId: query.diagramId });
      if (!diagram) throw new Refusal(commonErrors.notFound);
      needInProject(caller, diagram.project_id, readers);
      const version = query.version ?? diagram.version;
      if (version !== diagram.version) needInProject(caller, diagram.project_id, editors);
      const stored = await documentOf(tenant, db, diagram.id, version);
      if (!stored) throw new Refusal(diagramErrors.noSuchVersion);
      const devices = await devicesOfClass(caller, db, diagram.project_id, diagram.class_code);
      const device = diagram.class_code === null ? null : chosenOf(devices, query.deviceId);
      const document = diagram.class_code === null ? stored : forDevice(stored, device && plantOf(device));
      const standing = await standingOf(tenant, db, diagram.project_id, namedIn(document));
      return presentDiagram(diagram, shownDocument(document, standing), {
        language,
        version,
        devices,
        deviceId: device?.id ?? null,
      });
    },

    async getGeneratedDiagramList({ caller, language }, { query: { projectId, modelTreeId } }) {
      needInProject(caller, projectId, readers);
      const generated = await generateDiagrams(caller.tenant, db, projectId);
      return generated
        .filter(({ devices }) => modelTreeId === undefined || devices.some(({ id }) => id === modelTreeId))
        .map((each) => presentGeneratedRow(each, projectId, language));
    },

    async getGeneratedDiagram({ caller, language }, { query: { projectId, kind, mtid } }) {
      needInProject(caller, projectId, readers);
      const generated = (await generateDiagrams(caller.tenant, db, projectId)).find(
        (each) => each.kind === kind && (each.of?.id ?? null) === (mtid ?? null),
      );
      if (!generated) throw new Refusal(commonErrors.notFound);
      return presentGenerated(generated, generated.draw(), projectId, language);
    },

    async getDiagramVersions({ caller }, { query }) {
      const [diagram] = await findDiagrams(caller.tenant, db, { diagramId: query.diagramId });
      if (!diagram) throw new Refusal(commonErrors.notFound);
      needInProject(caller, diagram.project_id, editors);
      return (await versionsOf(caller.tenant, db, diagram.id)).map(presentVersion);
    },

    addDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        needInProject(caller, body.ProjectId, editors);
        const classCode = body.SmallTypeCode ?? null;
        const of = { projectId: body.ProjectId, classCode, deviceId: body.DeviceId };
        const document = await asKept(caller, write, of, body.Document ?? emptyDiagram());
        return { DiagramId: await create(caller, write, body.ProjectId, namesOf(body), document, { classCode }) };
      }),

    copyDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const original = await needDiagram(caller, write, body.DiagramId);
        const stored = await needDocument(caller, write, original.id, original.version);
        // The class has one already: a copy of it is of its first device.
        const devices = await devicesOfClass(caller, write.transaction, original.project_id, original.class_code);
        const shown = devices[0] ? forDevice(stored, plantOf(devices[0])) : stored;
        const of = { projectId: original.project_id, classCode: null, deviceId: undefined };
        const document = await withoutGone(caller, write, original.project_id, await asKept(caller, write, of, shown));
        const copiedFrom = original.name;
        return {
          DiagramId: await create(caller, write, original.project_id, namesOf(body), document, { copiedFrom }),
        };
      }),

    editDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const before = await needDiagram(caller, write, body.DiagramId);
        const wanted = namesOf({
          DiagramName: body.DiagramName ?? before.name,
          DiagramNameEn: body.DiagramNameEn ?? before.name_en ?? '',
        });
        const changed = differing<DiagramNames>(before, wanted);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        await needFreeName(caller, write, { projectId: before.project_id, name: wanted.name, exceptId: before.id });
        await renameDiagram(caller.tenant, write.transaction, before.id, changed, new Date(clock.now()));
        write.log({
          companyId: caller.tenant.companyId,
          projectId: before.project_id,
          subject: { kind: 'diagram', id: before.id, name: wanted.name },
          before: inLog(before),
          after: inLog(wanted),
        });
        tell(write, caller.tenant.companyId);
        return null;
      }),

    saveDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const diagram = await needDiagram(caller, write, body.DiagramId);
        await needNewest(caller, write, diagram, body.BaseVersion);
        const of = { projectId: diagram.project_id, classCode: diagram.class_code, deviceId: body.DeviceId };
        const drawn = {
          document: await asKept(caller, write, of, body.Document),
          note: body.Note,
          restoredFrom: null,
        };
        return { Version: await publish(caller, write, diagram, drawn) };
      }),

    restoreDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const diagram = await needDiagram(caller, write, body.DiagramId);
        await needNewest(caller, write, diagram, body.BaseVersion);
        const stored = await needDocument(caller, write, diagram.id, body.Version);
        const document = await withoutGone(caller, write, diagram.project_id, stored);
        return { Version: await publish(caller, write, diagram, { document, note: '', restoredFrom: body.Version }) };
      }),

    deleteDiagram: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const wanted = [...new Set(body.DiagramIdList)];
        const rows = await lockDiagrams(caller.tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        for (const { project_id } of rows) needInProject(caller, project_id, editors);
        await deleteDiagrams(caller.tenant, write.transaction, wanted);
        for (const { id, name, project_id: projectId, version } of rows)
          write.log({
            companyId: caller.tenant.companyId,
            projectId,
            subject: { kind: 'diagram', id, name },
            before: { name, diagramVersion: version },
          });
        tell(write, caller.tenant.companyId);
        return { Deleted: rows.length };
      }),
  };
}

/** A stored document without the bindings to what has been deleted since. Editors see every device: nothing else goes. */
async function withoutGone(
  { tenant }: Caller,
  { transaction }: OneWrite,
  projectId: number,
  stored: DiagramDocument,
): Promise<DiagramDocument> {
  const standing = await standingOf(tenant, transaction, projectId, namedIn(stored));
  return shownDocument(stored, standing);
}
