import type { CustomerContact } from './customer.store.ts';

const isSame = (one: CustomerContact, other: CustomerContact) =>
  one.name === other.name && one.mobile === other.mobile && one.email === other.email;
const isEdited = (one: CustomerContact, other: CustomerContact) =>
  one.name === other.name || (one.mobile !== '' && one.mobile === other.mobile);

/**
 * Contacts after a change that says what comes in and what goes out; what others changed meanwhile stays. An added contact takes the place
 * of a removed one of the same name or phone.
 */
export function contactsAfter(
  present: readonly CustomerContact[],
  added: readonly CustomerContact[],
  removed: readonly CustomerContact[],
): CustomerContact[] {
  const coming = [...added];
  const kept = present.flatMap((contact) => {
    if (!removed.some((each) => isSame(each, contact))) return [contact];
    const place = coming.findIndex((each) => isEdited(each, contact));
    return place < 0 ? [] : coming.splice(place, 1);
  });
  return [...kept, ...coming.filter((each) => !kept.some((contact) => isSame(contact, each)))];
}
