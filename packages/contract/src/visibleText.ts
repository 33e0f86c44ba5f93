/**
 * What cannot be seen or turns text around, as part of a character class with the flag `u`: names of people and things would pass
 * for others in alarms and messages. Format characters (Cf), what is drawn as nothing (DI), and the empty Braille pattern.
 */
export const invisible = String.raw`\p{Cf}\p{DI}\u2800`;

/**
 * A part of an emoji, with the sign that colours it (U+FE0F) and the one that joins it to the next (U+200D), which are seen by what
 * they do there. No alternative begins with what another may end with: a text has one reading alone, however long it is.
 */
const emoji = String.raw`\p{ExtPict}\uFE0F?(?:\u200D(?=\p{ExtPict}))?|\p{EMod}(?:\u200D(?=\p{ExtPict}))?`;

/** A text that holds nothing that cannot be seen or turns text around. */
export const visible = new RegExp(String.raw`^(?:${emoji}|[^\p{ExtPict}\p{EMod}${invisible}])*$`, 'u');
const emojiOrInvisible = new RegExp(`(${emoji})|[${invisible}]`, 'gu');

/** A text without what cannot be seen or turns text around. */
export const onlyVisible = (text: string): string => text.replace(emojiOrInvisible, '$1');
