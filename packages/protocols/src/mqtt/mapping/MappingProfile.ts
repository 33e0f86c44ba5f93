/**
 * Describes, as data, how a gateway's own JSON is read and how commands to it are written. The installer of a gateway with an
 * unknown format describes it once.
 *
 * A place in a message is an RFC 6901 JSON pointer in which a whole step may be a placeholder: `{key}` (its name is the key of
 * the reading), `{device}` (its name is the device behind the gateway) or `*` (any). A placeholder in another pointer stands
 * for what the same one stood for in `values`, a second `*` for the second `*`.
 *
 * Examples of `values`:
 * - `/{key}` in `{"temperature":281,"relay5":"1"}`
 * - `/params/{key}/value` in `{"params":{"temp":{"value":23.6,"time":1524448722000}}}`, time at `/params/{key}/time`
 * - `/data/*\/v` in `{"data":[{"n":"temp","v":"4.5"}]}`, key at `/data/*\/n`
 */
export interface MappingProfile {
  /** Topics whose messages are read: an MQTT filter; `{device}` and `{key}` are levels that name them. `usr/{device}/up` */
  topic: string;
  /** Where values stand. One without a key is named by its own pointer: `/air/temp` is the key `air/temp`. */
  values: readonly string[];
  /** Null: the placeholder in `values` or `topic` names it, or the gateway itself is the device. */
  device: string | null;
  /** Null: the placeholder in `values` or `topic` names it. */
  key: string | null;
  /** Epoch seconds or ms, or a date and time as text; null, or nothing there: the moment of arrival. */
  time: string | null;
  /** Of dates that name no zone. 480 is China. */
  utcOffsetMinutes: number;
  /** What stands at `pointer` is compared as text; anything but `good` makes the value bad, nothing there leaves it good. */
  quality: { pointer: string; good: readonly string[] } | null;
  /** For people to see; values are taken as they are. */
  unit: string | null;
  /** Texts or numbers sent in place of a value that could not be measured: `ERR`, `--`, `-9999`. */
  failures: readonly string[];
  /** Keys that are no readings. */
  ignore: readonly string[];
  command: MappingCommand | null;
}

/** How a value is written: what is published, and how its answer is known. */
export interface MappingCommand {
  /** With `{device}`, `{key}` and `{id}` as levels. */
  topic: string;
  /** JSON or plain text with `{id}`, `{device}`, `{key}`, `{value}` and `{timestamp}` (epoch ms). */
  payload: string;
  /** Null: the gateway answers nothing. */
  reply: MappingReply | null;
}

export interface MappingReply {
  /** Like `MappingProfile.topic`. */
  topic: string;
  /**
   * Where the command's id stands again. Null: a message on the topic answers the command that waits; after one that was not
   * answered in time, none can be told to be the next one's.
   */
  id: string | null;
  /** Where it says how it went; null: that it answers is enough. */
  result: string | null;
  /** What stands there when it went well, as text. */
  accepted: readonly string[];
}
