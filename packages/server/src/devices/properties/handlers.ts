import { commonErrors, deviceErrors, PropertyForm, type propertyCalls } from '@watchpost/contract';
import type { z } from 'zod';
import { mayAnywhere, needInProject } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { sayIfUndone } from '../../platform/excel/sheetImport.wire.ts';
import { workbookType, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { parseChanged } from '../../platform/http/validate.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { settingUp } from '../edit/needDevices.ts';
import { findDevices } from '../edit/store.ts';
import { placedDevices } from '../list/store.ts';
import { devicesOfClass } from './devicesOfClass.ts';
import { correctProperties, importProperties } from './importProperties.ts';
import {
  formOfProperty,
  presentCatalogue,
  presentImport,
  presentProperty,
  presentStaticProperties,
} from './present.ts';
import { templateColumns } from './propertySheet.ts';
import { deleteProperty, type PropertyEntry, saveProperty } from './saveProperty.ts';
import { findClass, listClasses, listProperties, propertiesOfDevices } from './store.ts';

const entryOf = (body: z.output<typeof PropertyForm>): PropertyEntry => ({
  classId: body.SmallTypeId,
  name: body.PropertyName,
  nameEn: body.PropertyNameEn ?? null,
  kind: body.Kind,
  unit: body.Unit ?? '',
  options: body.Options ?? [],
  position: body.Position,
});

export function propertyHandlers(deps: DeviceDeps): Handlers<typeof propertyCalls> {
  const { db } = deps;
  return {
    async getModelTreeStaticProperty({ caller, language }, { query }) {
      const [device] = await findDevices(caller.tenant, db, [query.modelTreeId]);
      if (!device) throw new Refusal(commonErrors.notFound);
      const properties = await propertiesOfDevices(caller.tenant, db, [device.id]);
      return presentStaticProperties(properties.get(device.id) ?? [], language);
    },

    async getModelPropertyList({ caller, language }, { query }) {
      const classIds = query.smallTypeId === undefined ? undefined : [query.smallTypeId];
      const properties = await listProperties(caller.tenant, db, classIds);
      return properties.map((property) => presentProperty(property, language));
    },

    async getModelClassList({ caller, language }, { query }) {
      const [classes, devices] = await Promise.all([
        listClasses(caller.tenant, db),
        placedDevices(caller.tenant, db, {}),
      ]);
      const setsUpAlarms = mayAnywhere(caller, ['companyAlarms', 'alarmStrategyEdit']);
      return presentCatalogue(classes, devices, query.name ?? '', language, setsUpAlarms);
    },

    async addOrUpdateModelProperty(context, { body }) {
      const id = await saveProperty(deps, context, body.PropertyId, (present) =>
        entryOf(
          parseChanged(
            PropertyForm,
            present ? formOfProperty(present) : (body as z.input<typeof PropertyForm>),
            body,
            context.language,
          ),
        ),
      );
      return { PropertyId: id };
    },

    deleteModelProperty: async (context, { body }) => ({
      Values: await deleteProperty(deps, context, body.PropertyId),
    }),

    async exportModelTreePropertyTemplate({ caller, language }, { body }) {
      const { tenant } = caller;
      needInProject(caller, body.ProjectId, settingUp);
      const deviceClass = await findClass(tenant, db, body.SmallTypeId);
      if (!deviceClass) throw new Refusal(deviceErrors.unknownClass);
      const which = { projectId: body.ProjectId, classId: deviceClass.id, only: body.ModelTreeIdList };
      const [properties, rows] = await Promise.all([
        listProperties(tenant, db, [deviceClass.id]),
        devicesOfClass(tenant, db, which),
      ]);
      const title = language === 'zh' ? deviceClass.name_zh : deviceClass.name_en;
      const columns = templateColumns(properties, ({ name, name_en }) =>
        language === 'en' ? (name_en ?? name) : name,
      );
      return {
        name: `${title}${{ zh: '静态属性', en: ' properties' }[language]}.xlsx`,
        contentType: workbookType,
        // No column of it is a moment.
        content: writeWorkbook({ title, columns, rows, language, timeZone: 'UTC' }),
      };
    },

    async importModelTreePropertyTemplate(context, { query, files }) {
      const [file] = files;
      if (!file) throw new Refusal(commonErrors.fileMissing);
      const what = { projectId: query.projectId, classId: query.smallTypeId, content: file.content };
      return sayIfUndone(
        context,
        presentImport(await importProperties(deps, context, what, query), query, context.language),
      );
    },

    async correctImportModelTreeProperty(context, { query, files }) {
      const [file] = files;
      if (!file) throw new Refusal(commonErrors.fileMissing);
      const what = { projectId: query.projectId, classId: query.smallTypeId, content: file.content };
      return {
        name: `${{ zh: '待修正的设备属性', en: 'Properties to correct' }[context.language]}.xlsx`,
        contentType: workbookType,
        content: await correctProperties(deps, context, what),
      };
    },
  };
}
