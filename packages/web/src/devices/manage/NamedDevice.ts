/** A device by its name, for dialogs that act on some. */
export interface NamedDevice {
  readonly ModelTreeId: number;
  readonly ModelTreeName: string;
}
