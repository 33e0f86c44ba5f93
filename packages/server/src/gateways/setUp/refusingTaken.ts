import { type Bilingual, gatewayErrors, type Language } from '@watchpost/contract';
import { refusingTaken as refusing } from '../../platform/db/refusingTaken.ts';
import { InvalidInput } from '../../platform/http/validate.ts';

/** What only one gateway of the installation may have, by the constraint that says so. */
const constraints = {
  gateway_serial_number_key: gatewayErrors.serialTaken,
  gateway_user_name_key: gatewayErrors.userNameTaken,
  gateway_registration_identity: gatewayErrors.identityTaken,
  gateway_card_card_number_key: gatewayErrors.cardTaken,
} as const satisfies Record<string, Bilingual>;
type Constraint = keyof typeof constraints;

/** The field of the form beside which it is said. */
export type FieldsOfTaken = { readonly [name in 'serial' | 'userName' | 'identity' | 'card']?: string };

const fieldFor: Record<Constraint, keyof FieldsOfTaken> = {
  gateway_serial_number_key: 'serial',
  gateway_user_name_key: 'userName',
  gateway_registration_identity: 'identity',
  gateway_card_card_number_key: 'card',
};

/** Does what may find something taken, and says so at its field; never whose it is. */
export const refusingTaken = <Result>(
  fields: FieldsOfTaken,
  language: Language,
  work: () => Promise<Result>,
): Promise<Result> =>
  refusing(
    Object.fromEntries(
      (Object.keys(constraints) as Constraint[]).map((name) => [
        name,
        () => InvalidInput.inField(fields[fieldFor[name]] ?? '', constraints[name], language),
      ]),
    ),
    work,
  );
