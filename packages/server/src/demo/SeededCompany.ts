/** The numbers that a demo company and what belongs to it got, by the codes of the demo. */
export interface SeededCompany {
  companyId: number;
  projectIds: Map<string, number>;
  deviceIds: Map<string, number>;
  pointIds: Map<string, number>;
  /** Of point types. */
  typeIds: ReadonlyMap<string, number>;
  gatewayIds: Map<string, number>;
  /** Of the slaves of a gateway, by the gateway's code. */
  slaveIds: Map<string, readonly number[]>;
  /** Virtual points: the switches of prepaid meters. */
  switchIds: number[];
  /** By account. */
  userIds: Map<string, number>;
}
