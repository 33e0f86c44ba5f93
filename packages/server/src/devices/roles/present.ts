import {
  type DeviceWithRoles,
  type Language,
  proposeRoles,
  relationFrom,
  rolesOfClass,
  withRoles,
} from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { PlantRow, RelationRow } from './store.ts';

export function presentRoles(device: PlantRow, relations: readonly RelationRow[], language: Language): DeviceWithRoles {
  const { id, name, name_en, class_code, class_zh, class_en, main_point_id, points } = device;
  const plant = { id, name, classCode: class_code, mainPointId: main_point_id, points };
  const proposed = new Map(proposeRoles(class_code, withRoles(plant)).map((each) => [each.role, each]));
  return {
    Mtid: id,
    MName: inLanguage(name, name_en, language),
    SmallTypeCode: class_code,
    SmallTypeName: inLanguage(class_zh, class_en, language),
    RoleList: (rolesOfClass[class_code] ?? []).map((role) => ({
      Role: role,
      PointId: points.find((point) => point.role === role)?.id ?? null,
      ProposedPointId: proposed.get(role)?.pointId ?? null,
      Confidence: proposed.get(role)?.confidence ?? null,
    })),
    PointList: points.map((point) => ({
      PointId: point.id,
      PointName: inLanguage(point.name, point.nameEn, language),
      PointTypeCode: point.typeCode,
    })),
    RelationKind: relationFrom(class_code),
    ToMtidList: relations.filter(({ from_id }) => from_id === id).map(({ to_id }) => to_id),
  };
}
