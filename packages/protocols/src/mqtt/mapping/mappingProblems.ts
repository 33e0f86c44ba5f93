import { isBrokenJson } from './commandTemplate.ts';
import type { MappingProfile } from './MappingProfile.ts';
import { countAny, hasPlaceholder, type PointerPattern, parsePointer } from './pointerPattern.ts';
import { isTopicPattern } from './topicPattern.ts';

/** The problems of a profile. Closed list: the screen has words for each. */
export type MappingProblem =
  | 'badTopic'
  | 'badPointer'
  /** A placeholder that `values` does not have. */
  | 'unboundPlaceholder'
  /** No values, or more than a message is searched for. */
  | 'noValues'
  | 'badTemplate'
  /** A reply that carries no id cannot share a topic with the readings. */
  | 'replyNeedsId';

/** Which field of the profile it is, by its path: `command.reply.id`. */
export interface MappingFault {
  field: string;
  problem: MappingProblem;
}

/** Values that differ only in their pointers are found by one with placeholders. */
const maxValuePointers = 100;

/** Everything wrong with a profile; empty: it can be used. */
export function mappingProblems(profile: MappingProfile): MappingFault[] {
  const faults: MappingFault[] = [];
  const add = (field: string, problem: MappingProblem) => void faults.push({ field, problem });
  const pointer = (field: string, text: string | null): PointerPattern | null => {
    if (text === null) return null;
    const pattern = parsePointer(text);
    if (pattern === null) add(field, 'badPointer');
    return pattern;
  };

  if (!isTopicPattern(profile.topic) || profile.topic.includes('{id}')) add('topic', 'badTopic');
  if (profile.values.length === 0 || profile.values.length > maxValuePointers) add('values', 'noValues');
  const values = profile.values
    .map((text, index) => pointer(`values.${index}`, text))
    .filter((pattern) => pattern !== null);
  for (const field of ['device', 'key', 'time', 'unit'] as const)
    isBound(field, pointer(field, profile[field]), values, add);
  if (profile.quality) isBound('quality.pointer', pointer('quality.pointer', profile.quality.pointer), values, add);

  const { command } = profile;
  if (command) {
    if (!isTopicPattern(command.topic) || /[+#]/.test(command.topic)) add('command.topic', 'badTopic');
    if (isBrokenJson(command.payload)) add('command.payload', 'badTemplate');
    const { reply } = command;
    if (reply) {
      if (!isTopicPattern(reply.topic)) add('command.reply.topic', 'badTopic');
      pointer('command.reply.id', reply.id);
      pointer('command.reply.result', reply.result);
      if (reply.id === null && reply.topic === profile.topic) add('command.reply.id', 'replyNeedsId');
    }
  }
  return faults;
}

function isBound(
  field: string,
  pattern: PointerPattern | null,
  values: readonly PointerPattern[],
  add: (field: string, problem: MappingProblem) => void,
): void {
  if (pattern === null) return;
  const isMissing = (name: 'key' | 'device') =>
    hasPlaceholder(pattern, name) && !values.some((value) => hasPlaceholder(value, name));
  const most = Math.max(0, ...values.map(countAny));
  if (isMissing('key') || isMissing('device') || countAny(pattern) > most) add(field, 'unboundPlaceholder');
}
